import type { QueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { JournalEntry } from '#contract/operations.ts';
import { KIND_PERMISSIONS } from '#contract/permissions.ts';
import { loanAddress } from '#dashboard/api/addresses.ts';
import { followUpsQuery } from '#dashboard/api/follow-ups/follow-ups.ts';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { memberList, useMemberNames } from '#dashboard/api/members/members.ts';
import { entryQuery, useEntry, useEntryAction } from '#dashboard/api/operations/entries.ts';
import { createdLoan, currencyAmount, subjectText } from '#dashboard/api/operations/entry-facts.ts';
import { hadNoEffect, wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { EntryChecks } from '#dashboard/forms/entry-checks.tsx';
import { FollowUpsPanel } from '#dashboard/forms/record-panels.tsx';
import { RefusedLine } from '#dashboard/forms/refused.tsx';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { StaleRecord } from '#dashboard/table/failures.tsx';
import { MissingRecord } from '#dashboard/table/missing-record.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { DefinitionPanel } from '#dashboard/ui/definition-list.tsx';
import { DialogButton } from '#dashboard/ui/dialog-button.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { useFocusOnNews } from '#dashboard/ui/focus.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { entryItems } from './entry-items.tsx';

export async function loader(client: QueryClient, _search: URLSearchParams, params: Record<string, string>) {
  const query = entryQuery(params.id ?? '');
  await Promise.all([client.prefetchQuery(query), prefetchList(client, memberList)]);
  const order = orderOf(client.getQueryData(query.queryKey));
  if (order) await client.prefetchQuery(followUpsQuery({ kind: 'order', record: order }));
}

function orderOf(entry: JournalEntry | undefined): string | undefined {
  return entry?.kind === 'cancelOrder' ? entry.target.orderId : undefined;
}

/** A write that was made in Pledge: its outcome, live until it is final, and how that was found out. */
export default function EntryPage() {
  const { id = '' } = useParams();
  const query = useEntry(id);
  const now = useNow();
  return (
    <div className="mx-auto flex max-w-280 flex-col gap-3 px-4 py-4 md:px-6">
      <StaleRecord what="request" query={query} byRole />
      {query.data ? (
        <Entry entry={query.data} />
      ) : (
        <MissingRecord title="Request" what="request" query={query} notFound="Request not found">
          Check the link. Requests of another organisation can’t be opened.
        </MissingRecord>
      )}
      {query.data && <p className="text-label text-muted">{zoneSentence(now)}</p>}
    </div>
  );
}

function Entry({ entry }: { entry: JournalEntry }) {
  const { title } = wordsOf(entry.kind, entry);
  useFocusOnNews(title);
  const nameOf = useMemberNames(true);
  const subject = subjectText(entry);
  const orderId = orderOf(entry);
  return (
    <>
      <PageHead title={title}>{subject && <p className="tabular text-muted">{subject}</p>}</PageHead>
      <OutcomeBanner entry={entry} />
      <CandidatesPanel entry={entry} />
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <DefinitionPanel title="Request" items={entryItems(entry, nameOf)} />
        <Panel title="History">
          <ol className="divide-y divide-hairline px-4">
            {stepsOf(entry).map(({ at, who, text }) => (
              <li key={`${at} ${text}`} className="py-2 text-table">
                <p className="flex flex-wrap justify-between gap-x-3 text-label text-muted">
                  <DateTime at={Date.parse(at)} />
                  <bdi>{clip(who, 60)}</bdi>
                </p>
                <p className="wrap-anywhere">{text}</p>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
      {orderId && <FollowUpsPanel kind="order" id={orderId} name={`Order ${truncateMiddle(orderId)}`} />}
      <RawJson value={entry} name="this request" />
    </>
  );
}

/** What happened to a request, oldest first: sent, checked, decided. */
function stepsOf({ at, settledAt, who, checks, kind, by, ...entry }: JournalEntry) {
  const sent = { at, who, text: kind === 'createLoan' ? 'Loan requested' : 'Cancellation requested' };
  const checked = checks.map((check) => ({ at: check.at, who: check.who ?? 'Pledge', text: check.saw }));
  // A person's decision is the last of the checks.
  if (settledAt === null || by === 'person') return [sent, ...checked];
  return [sent, ...checked, { at: settledAt, who: 'Pledge', text: wordsOf(kind, { by, ...entry }).label }];
}

/** Loans that could be the one of an unknown outcome, for a person to choose from. */
function CandidatesPanel({ entry }: { entry: JournalEntry }) {
  const { mutate, isPending, variables, error } = useEntryAction(entry.id);
  const mayDecide = useMay(KIND_PERMISSIONS[entry.kind]);
  if (entry.outcome !== 'unknown' || entry.candidates.length === 0) return null;
  const chosen = isPending && variables.kind === 'choose' ? variables.loan : null;
  return (
    <Panel title="Is it one of these loans?">
      <p className="px-4 pt-3 text-muted text-table">
        They match the request, but nothing proves that one of them is it.
        {mayDecide && ' Your choice is recorded under your name.'}
      </p>
      <ul className="divide-y divide-hairline px-4">
        {entry.candidates.map((loan) => (
          <li key={loan.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 text-table">
              <CopyId id={loan.id} name="loan ID" />
              <p className="text-muted">
                Created <DateTime at={Date.parse(loan.created_at)} />
                {`, total repayable ${currencyAmount(loan.repayment_amount, loan.currency) ?? '–'}`}
                {loan.reason && `, “${clip(loan.reason, 200)}”`}
              </p>
            </div>
            <span className="flex flex-wrap gap-2">
              <ButtonLink to={loanAddress(loan.id, loan.created_at)} look="quiet">
                Open
              </ButtonLink>
              {mayDecide && (
                <Button
                  busy={chosen === loan.id}
                  disabled={chosen !== null && chosen !== loan.id}
                  onClick={() => mutate({ kind: 'choose', loan: loan.id })}
                >
                  This is the loan
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <RefusedLine what="Not chosen." error={error} className="px-4 pb-3" />
    </Panel>
  );
}

const CloseDialog = lazyPanel(() => import('./close-dialog.tsx').then((module) => module.CloseDialog));

function OutcomeBanner({ entry }: { entry: JournalEntry }) {
  const { kind, outcome, message, code, status, requestId } = entry;
  const { tone, meaning, next } = wordsOf(kind, entry);
  const action = <OutcomeAction entry={entry} />;
  // The page’s title says it all.
  if (!meaning) return <div className="empty:hidden">{action}</div>;
  return (
    <Banner tone={tone === 'neutral' ? 'info' : tone} title={meaning} action={action}>
      {message && outcome !== 'unknown' && <p>{saidBy(outcome, message)}</p>}
      {next && <p>{next}</p>}
      {outcome === 'unknown' && (
        <div className="mt-2">
          <EntryChecks entry={entry} />
        </div>
      )}
      {outcome === 'refused' && (
        <ErrorReference code={code ?? undefined} status={status ?? undefined} requestId={requestId} />
      )}
    </Banner>
  );
}

function saidBy(outcome: JournalEntry['outcome'], message: string): string {
  if (outcome === 'refused') return `The service says: “${message}”`;
  return outcome === 'undetermined' ? `Reason: ${message}` : message;
}

function OutcomeAction({ entry }: { entry: JournalEntry }) {
  const { id, kind, outcome } = entry;
  const loan = createdLoan(entry);
  const mayDecide = useMay(KIND_PERMISSIONS[kind]);
  if (loan) {
    return (
      <ButtonLink to={loanAddress(loan.id, loan.created_at)} look="primary">
        Open loan
      </ButtonLink>
    );
  }
  if (mayDecide && kind === 'createLoan' && hadNoEffect(outcome)) {
    return <ButtonLink to="/loans/new">Back to the form</ButtonLink>;
  }
  if (outcome !== 'unknown') return null;
  return (
    <DialogButton
      offered={mayDecide}
      look="quiet"
      approach={CloseDialog.approach}
      dialog={(props) => <CloseDialog entry={id} {...props} />}
    >
      Close as undetermined…
    </DialogButton>
  );
}
