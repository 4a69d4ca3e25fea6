import { useWaitingApprovals } from '#dashboard/api/approvals/approvals.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';

/** How many requests wait for this person's decision, live, next to the link to the page that lists them. */
export function ApprovalBadge() {
  const waiting = useWaitingApprovals();
  if (waiting === 0) return null;
  const sentence = `${countOf(waiting, 'request')} waiting for approval`;
  return (
    <span
      title={sentence}
      className="tabular ml-auto rounded-full border border-warning-border bg-warning-soft px-1.5 text-label text-warning"
    >
      <span aria-hidden>{formatCount(waiting)}</span>
      <span role="status" className="sr-only">
        , {sentence}
      </span>
    </span>
  );
}
