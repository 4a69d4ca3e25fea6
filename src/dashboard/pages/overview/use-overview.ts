import { useLastVisit } from '#dashboard/api/activity/visit.ts';
import { useAllLoans } from '#dashboard/api/loans/loans.ts';
import { countOf, seenOf } from '#dashboard/lib/figures.ts';
import { formatClock } from '#dashboard/lib/times.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { usePatience } from '#dashboard/ui/use-patience.ts';
import { exposureOf } from './exposure.ts';

export type Overview = ReturnType<typeof useOverview>;

/** All loans, what they come to, and how far both have come. */
export function useOverview() {
  const all = useAllLoans(true);
  const { timeZone } = useSettings();
  const now = useNow();
  const { rows, progress, shown, asOf } = all;
  const visit = useLastVisit(progress.state === 'complete' ? asOf : null);
  const isComplete = shown.state === 'complete';
  const isLoading = progress.state === 'loading';
  const { result: answer } = useSliced(
    (rows) => exposureOf(rows, now, visit.since),
    rows,
    [now, timeZone, visit.since],
    { moving: isLoading && !isComplete, pauseMs: 150 },
  );
  const isPatient = usePatience();
  const isReady = answer !== undefined && answer.looked > 0;
  // What is there within a moment comes at once and whole, instead of in parts that move one another about.
  const isHeld = isPatient && !(isComplete && answer?.looked === rows.length);
  const exposure = isReady && !isHeld ? answer : null;
  const looked = exposure?.looked ?? rows.length;
  const isWhole = isComplete && looked === rows.length;
  const total = isComplete ? rows.length + shown.unreadable : shown.total;
  const counted = seenOf({ loaded: looked, total }, 'loan');
  const isAll = isWhole && shown.unreadable === 0;
  return {
    all,
    exposure,
    now,
    /** How many of all loans the figures are of; null once as many are here as can be read. */
    seen: isWhole ? null : counted,
    /** The figures become those of more loans by themselves. */
    growing: !isWhole && ['loading', 'complete'].includes(progress.state),
    basis: `Based on ${isAll ? `all ${countOf(looked, 'loan')}` : counted} at ${formatClock(asOf)}.`,
    /** Whether others are being fetched in the place of rows that are complete. */
    refreshing: isLoading && isComplete,
    visit,
  };
}
