import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { Approval, MatchedRule } from '#contract/approvals.ts';
import type { JournalOutcome } from '#contract/operations.ts';
import { entryAddress, loanAddress, runAddress } from '#dashboard/api/addresses.ts';
import { ruleText, STATE_LABELS, titleOf } from '#dashboard/api/approvals/approval-words.ts';
import { approvalQuery } from '#dashboard/api/approvals/approvals.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { useMemberNames } from '#dashboard/api/members/members.ts';
import { useEntry } from '#dashboard/api/operations/entries.ts';
import { createdLoan } from '#dashboard/api/operations/entry-facts.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { StaleRecord } from '#dashboard/table/failures.tsx';
import { MissingRecord } from '#dashboard/table/missing-record.tsx';
import { LabelBadge } from '#dashboard/ui/badge.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { type Definition, DefinitionPanel } from '#dashboard/ui/definition-list.tsx';
import { useFocusOnNews } from '#dashboard/ui/focus.ts';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { Decide } from './decide.tsx';
import { requestItems } from './request-items.tsx';

const MemberLoans = lazyPart(() =>
  import('#dashboard/forms/member-loans.tsx').then((module) => module.MemberLoans),
);
const NotLent = lazyPart(() => import('./not-lent.tsx').then((module) => module.NotLent));

/** Outcomes of an approved loan that need no word: it is being sent, or was created. */
const GOES_WELL: readonly JournalOutcome[] = ['awaiting-approval', 'pending', 'done'];

export function loader(client: QueryClient, _search: URLSearchParams, { id = '' }: Record<string, string>) {
  return client.prefetchQuery(approvalQuery(id));
}

/** One request that waits, or waited, for a second person: what it is, why it waits, and the decision. */
export default function ApprovalPage() {
  const { id = '' } = useParams();
  const query = useQuery(approvalQuery(id));
  const now = useNow();
  const { error } = query;
  const isEnded = error instanceof ApiError && (error.kind === 'not-found' || error.kind === 'forbidden');
  return (
    <div className="mx-auto flex max-w-280 flex-col gap-3 px-4 py-4 md:px-6">
      <StaleRecord what="request" query={query} byRole />
      {query.data ? (
        <Found approval={query.data} {...{ now, isEnded }} />
      ) : (
        <MissingRecord title="Approval" what="request" query={query} notFound="Approval not found">
          Check the link. Only approvers and administrators see other people’s requests.
        </MissingRecord>
      )}
      {query.data && <p className="text-label text-muted">{zoneSentence(now)}</p>}
    </div>
  );
}

/** `isEnded` says that the person may no longer see it. */
function Found({ approval, now, isEnded }: { approval: Approval; now: number; isEnded: boolean }) {
  const { because, asked, request, kind, run, entry, state } = approval;
  const nameOf = useMemberNames(kind === 'createLoan');
  const { data: written } = useEntry(entry);
  const created = written && createdLoan(written);
  // The form goes with the decision, and the focus would be nowhere.
  useFocusOnNews(state);
  const borrower = kind === 'createLoan' && typeof request.user_id === 'string' ? request.user_id : null;
  // A later request under the same key has another approval.
  const isOwn = state === 'approved' && written?.approval === approval.id;
  return (
    <>
      <PageHead title={titleOf(approval)}>
        <span className="flex flex-wrap items-center gap-2">
          <LabelBadge {...STATE_LABELS[state]} />
          {created && (
            <ButtonLink to={loanAddress(created.id, created.created_at)} look="primary">
              Open loan
            </ButtonLink>
          )}
          {run && <ButtonLink to={runAddress(run)}>View run</ButtonLink>}
          {entry && <ButtonLink to={entryAddress(entry)}>View request</ButtonLink>}
        </span>
      </PageHead>
      {isOwn && !GOES_WELL.includes(written.outcome) && <NotLent.Apart entry={written} />}
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <Panel title="Why it needs approval">
          <ul className="list-disc space-y-1 py-3 pr-4 pl-8 text-table">
            {because.map((matched) => (
              <li key={matched.rule}>
                {ruleText(matched)}
                <WhenRequested matched={matched} asked={asked} />
              </li>
            ))}
          </ul>
        </Panel>
        <DefinitionPanel title="Requested by" items={requesterItems(approval)} />
      </div>
      <DefinitionPanel
        title={state === 'waiting' ? 'What will be sent' : 'What was requested'}
        items={requestItems(approval, { nameOf, now })}
      />
      <Decide {...{ approval, isEnded }} />
      {borrower && <MemberLoans.Apart userId={borrower} />}
      <RawJson value={request} name="this request" />
    </>
  );
}

function WhenRequested({ matched, asked }: { matched: MatchedRule; asked: Approval['asked'] }) {
  if (!asked) return null;
  const before = asked.because.find(({ rule }) => rule === matched.rule);
  const text = before ? ruleText(before) : 'not matched.';
  if (text === ruleText(matched)) return null;
  return <span className="block text-label text-muted">When requested: {text}</span>;
}

function requesterItems(approval: Approval): Definition[] {
  const { requester, requestedAt, reason, expiresAt, state, decision } = approval;
  return [
    {
      label: 'Name',
      value: <bdi>{clip(requester.name, 80)}</bdi>,
      note: requester.verified ? 'Verified by the identity provider' : 'Self-declared',
    },
    { label: 'Requested', value: <DateTime at={Date.parse(requestedAt)} /> },
    { label: 'Reason', value: reason !== null && clip(reason, 500) },
    { label: 'Expires', value: state === 'waiting' && <DateTime at={Date.parse(expiresAt)} /> },
    {
      label: STATE_LABELS[state].label,
      value: decision && (
        <>
          <DateTime at={Date.parse(decision.at)} />
          {decision.by && ' by '}
          {decision.by && <bdi>{clip(decision.by.name, 80)}</bdi>}
        </>
      ),
      note: decision?.reason && clip(decision.reason, 500),
    },
  ];
}
