import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { loanAddress } from '#dashboard/lib/addresses.ts';
import { formatClock, formatInstant, readTimestamp } from '#dashboard/lib/times.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { PageTitle } from '#dashboard/ui/page-title.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { ProgressLine } from '#dashboard/ui/progress-line.tsx';
import { moneyText } from './cover.ts';
import { LOOK_PAUSES_MS } from './look-pauses.ts';
import type { Send } from './sends.ts';
import { chooseCandidate, rejectCandidates, restsOn } from './settle-send.ts';
import { type Looking, useFindOut } from './use-find-out.ts';
import type { NewLoan } from './use-new-loan.ts';

const TITLES: Record<Send['state'], string> = {
  sending: 'Creating the loan',
  unknown: 'Was the loan created?',
  candidates: 'Is it one of these?',
  'not-seen': 'The loan was not created, as far as can be seen',
  created: 'The loan was created',
  refused: 'The loan was refused',
  closed: 'New loan',
};

/** What becomes of a loan that was sent, until it is settled. */
export function SentPanel({ send, loan }: { send: Send; loan: NewLoan }) {
  const looking = useFindOut(send);
  const { state } = send;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state is a page of its own
  useEffect(() => {
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [state]);
  return (
    <div className="mx-auto flex max-w-180 flex-col gap-3 px-4 py-4 md:px-6">
      <PageTitle>{TITLES[state]}</PageTitle>
      {state === 'sending' && <Banner tone="info" title="It is under way. Its answer comes here." />}
      {state === 'unknown' && <Unknown send={send} looking={looking} />}
      {state === 'candidates' && <Candidates send={send} />}
      {state === 'not-seen' && <NotSeen send={send} loan={loan} />}
      {state === 'refused' && <Refused send={send} loan={loan} />}
      <SentLoan send={send} />
    </div>
  );
}

function Unknown({ send, looking }: { send: Send; looking: Looking }) {
  const { done } = send.looks;
  const { error, pending, nextAt } = looking;
  return (
    <>
      <Banner
        tone="warning"
        title="The answer was lost, so nobody knows yet"
        action={
          <Button busy={nextAt === null} onClick={looking.now}>
            Look now
          </Button>
        }
      >
        <p>{send.message}</p>
        <p>
          The loan may have been created all the same. This desk looks for{' '}
          {send.reference ? <span className="font-mono text-label">[ref {send.reference}]</span> : 'it'} in
          the newest loans and in its own journal. Nothing is sent again by itself. You can leave this page:
          it goes on when you come back.
        </p>
      </Banner>
      <div role="status" className="text-muted text-table">
        {pending
          ? 'The desk’s server still waits for the service.'
          : `Looked ${done} of ${LOOK_PAUSES_MS.length} times.`}{' '}
        {error ? `The last look saw nothing: ${error.message}` : ''}
        {nextAt !== null && ` Next look at ${formatClock(nextAt)}.`}
        <ProgressLine label="Looks" value={done} total={LOOK_PAUSES_MS.length} still={error !== null} />
      </div>
    </>
  );
}

function Candidates({ send }: { send: Send }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const run = (name: string, work: () => Promise<void>) => async () => {
    if (busy !== null) return;
    setBusy(name);
    await work();
    setBusy(null);
  };
  return (
    <>
      <Banner tone="warning" title="The answer was lost, and loans that look like yours were created since">
        {send.reference === null
          ? 'It was sent without a reference, so only you can tell.'
          : 'None carries the reference, but the service kept no reason with these, so only you can tell.'}
      </Banner>
      <ul className="divide-y divide-hairline rounded-panel border border-hairline bg-panel">
        {(send.candidates ?? []).map((candidate) => (
          <li key={candidate.id} className="flex flex-wrap items-center justify-between gap-3 p-4">
            <div className="min-w-0">
              <CopyId id={candidate.id} name="the loan’s id" />
              <p className="text-muted text-table">
                Created {instantText(candidate.createdAt)}
                {candidate.repaymentAmount !== undefined &&
                  `, to repay ${moneyText(String(candidate.repaymentAmount), send.body.currency)}`}
                {candidate.reason && `, “${candidate.reason}”`}
              </p>
            </div>
            <span className="flex flex-wrap gap-2">
              <Link to={loanAddress(candidate.id, candidate.createdAt)} className={buttonClass('quiet')}>
                Open
              </Link>
              <Button
                busy={busy === candidate.id}
                onClick={run(candidate.id, () => chooseCandidate(client, send, candidate))}
              >
                This is it
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button busy={busy === 'none'} onClick={run('none', () => rejectCandidates(send))}>
          None of them
        </Button>
      </div>
    </>
  );
}

function NotSeen({ send, loan }: { send: Send; loan: NewLoan }) {
  return (
    <Banner tone="info" title="It was not seen: it is safe to send it again">
      <p>{restsOn(send)}</p>
      <p>
        A service that is very late could still create it; then{' '}
        {send.reference
          ? 'the reference tells the two apart, because another send gets another.'
          : 'there would be two, and no reference to tell them apart by.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="primary" onClick={() => loan.goOn(send)}>
          Go back to send it again
        </Button>
      </div>
    </Banner>
  );
}

function Refused({ send, loan }: { send: Send; loan: NewLoan }) {
  return (
    <Banner
      tone="danger"
      title="The desk’s journal holds the answer: nothing was created"
      action={<Button onClick={() => loan.goOn(send)}>Back to the form</Button>}
    >
      {send.message}
    </Banner>
  );
}

function SentLoan({ send: { body, at, reference } }: { send: Send }) {
  return (
    <Panel title="What was sent">
      <div className="px-4 py-1">
        <DefinitionList
          items={[
            { label: 'Sent', value: formatInstant(at) },
            { label: 'Borrower', value: <CopyId id={body.user_id} name="the borrower’s user id" /> },
            { label: 'Amount', value: moneyText(body.amount, body.currency) },
            { label: 'To repay', value: moneyText(body.repayment_amount, body.currency) },
            { label: 'Reference', value: reference ?? 'None was added' },
          ]}
        />
      </div>
    </Panel>
  );
}

function instantText(timestamp: string | undefined): string {
  const at = timestamp === undefined ? null : readTimestamp(timestamp);
  return at === null ? 'at an unknown time' : formatInstant(at);
}
