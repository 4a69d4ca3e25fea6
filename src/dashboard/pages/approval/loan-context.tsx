import type { Approval } from '#contract/approvals.ts';
import type { JournalEntry } from '#contract/operations.ts';
import { hadNoEffect, wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { MemberLoans } from '#dashboard/forms/member-loans.tsx';
import { clip } from '#dashboard/lib/truncate.ts';
import { Banner } from '#dashboard/ui/banner.tsx';

/** What came of a loan once it was approved, unless it was created, and the other loans of its borrower. */
export function LoanContext({
  approval,
  written,
}: {
  approval: Approval;
  written: JournalEntry | undefined;
}) {
  const { id, state, request } = approval;
  // A later request under the same key has another approval.
  const isOwn = state === 'approved' && written?.approval === id;
  return (
    <>
      {isOwn && written.outcome !== 'done' && <Unlent entry={written} />}
      {typeof request.user_id === 'string' && <MemberLoans userId={request.user_id} />}
    </>
  );
}

function Unlent({ entry }: { entry: JournalEntry }) {
  const { kind, message, outcome, who } = entry;
  const { title, tone, meaning } = wordsOf(kind, entry);
  return (
    <Banner tone={tone === 'neutral' ? 'warning' : tone} title={`Approved. ${title}`}>
      <p>{meaning}</p>
      {message && outcome !== 'unknown' && <p>{clip(message, 500)}</p>}
      {hadNoEffect(outcome) && <p>{clip(who, 80)} can request it again.</p>}
    </Banner>
  );
}
