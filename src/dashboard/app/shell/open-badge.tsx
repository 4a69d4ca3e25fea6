import { useOpenCount } from '#dashboard/api/operations/journal.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';

/** How many writes have an unknown outcome, live, next to the link to the page that lists them. */
export function OpenBadge() {
  const open = useOpenCount();
  if (open === null || open.count === 0) return null;
  const sentence = `${open.hasMore ? 'More than ' : ''}${countOf(open.count, 'outcome')} not known yet`;
  return (
    <span
      title={sentence}
      className="tabular ml-auto rounded-full border border-warning-border bg-warning-soft px-1.5 text-label text-warning"
    >
      <span aria-hidden>
        {formatCount(open.count)}
        {open.hasMore && '+'}
      </span>
      <span role="status" className="sr-only">
        , {sentence}
      </span>
    </span>
  );
}
