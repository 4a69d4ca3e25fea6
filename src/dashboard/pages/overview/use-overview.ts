import { useState } from 'react';
import { type LastVisit, useLastVisit } from '#dashboard/api/activity/visit.ts';
import type { AllRows } from '#dashboard/api/http/all-rows.ts';
import { type LoanRow, useAllLoans } from '#dashboard/api/loans/loans.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { formatClock } from '#dashboard/lib/times.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { usePatience } from '#dashboard/ui/use-patience.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { type Exposure, exposureOf } from './exposure.ts';

export interface Overview {
  all: AllRows<LoanRow>;
  exposure: Exposure | null;
  now: number;
  /** `30 of 137` where loans are missing in the figures; null where they are all there. */
  seen: string | null;
  /** What the figures rest on, as a sentence. */
  basis: string;
  /** Whether others are being fetched in the place of rows that are complete. */
  refreshing: boolean;
  visit: LastVisit;
}

/** All loans, what they come to, and how far both have come. */
export function useOverview(): Overview {
  const all = useAllLoans(true);
  const { timeZone } = useSettings();
  const now = useNow();
  const { rows, progress, shown, asOf } = all;
  const visit = useLastVisit(progress.state === 'complete' ? asOf : null);
  const isComplete = shown.state === 'complete';
  const moving = progress.state === 'loading';
  const answer = useExposure(rows, {
    now,
    zone: timeZone,
    since: visit.since,
    moving: moving && !isComplete,
  });

  const isPatient = usePatience();
  const isReady = answer !== undefined && (answer.looked > 0 || rows.length === 0);
  // What is there within a moment comes at once and whole, instead of in parts that move one another about.
  const isHeld = isPatient && !(isComplete && answer?.looked === rows.length);
  const exposure = isReady && !isHeld ? answer : null;
  const looked = exposure?.looked ?? rows.length;
  const isWhole = isComplete && looked === rows.length;
  const total = isComplete ? rows.length + shown.unreadable : shown.total;
  const seen = `${formatCount(looked)} of ${total === undefined ? 'an unknown number' : formatCount(total)}`;
  return {
    all,
    exposure,
    now,
    seen: isWhole ? null : seen,
    basis: `Based on ${isWhole ? `all ${formatCount(looked)}` : seen} loans at ${formatClock(asOf)}.`,
    refreshing: moving && isComplete,
    visit,
  };
}

/** The shortest pause between two results while rows still arrive. */
const PAUSE_MS = 150;

/** The overview of all loans, computed in slices; undefined until the first one is there. */
function useExposure(
  rows: readonly LoanRow[],
  asked: { now: number; zone: string; since: number | null; moving: boolean },
): Exposure | undefined {
  const { zone, since, moving } = asked;
  const [now, setNow] = useState(asked.now);
  const { result } = useSliced((rows) => exposureOf(rows, now, since), rows, [now, zone, since], {
    moving,
    pauseMs: PAUSE_MS,
  });
  // Time alone changes nothing until the next loan goes over into another window or state.
  const isOutOfDate = result !== undefined && (asked.now < now || asked.now >= result.holdsUntil);
  if (isOutOfDate && asked.now !== now) setNow(asked.now);
  return result;
}
