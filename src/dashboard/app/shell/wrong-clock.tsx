import { useSyncExternalStore } from 'react';
import { callsSeen, subscribeToCalls } from '#dashboard/api/http/call-log.ts';
import { formatSpan } from '#dashboard/lib/times.ts';
import { Banner } from '#dashboard/ui/banner.tsx';

/** How far the device's clock may be off, in milliseconds: an answer takes a moment, and clocks differ by seconds. */
const TOLERANCE_MS = 5 * 60_000;

/** Warns that the device's clock is wrong: days left, standings and ages depend on it. */
export function WrongClock() {
  const ahead = useSyncExternalStore(subscribeToCalls, clockAhead, clockAhead);
  if (ahead === 0) return null;
  return (
    <div className="px-4 pt-4 md:px-6">
      <Banner
        tone="warning"
        title={`This device’s clock is ${formatSpan(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'behind'}`}
      >
        What Pledge shows as due, late or overdue depends on this clock and may be wrong. Set the clock, then
        reload the page.
      </Banner>
    </div>
  );
}

/** How far the device's clock is ahead of the time in the newest answer, in whole minutes as milliseconds; 0 if it may be right. */
function clockAhead(): number {
  const answer = callsSeen().findLast(({ state }) => state === 'answered');
  const date = answer?.headers.find(([name]) => name === 'date')?.[1];
  const ahead = answer && date ? answer.at + (answer.ms ?? 0) - Date.parse(date) : 0;
  return Math.abs(ahead) >= TOLERANCE_MS ? Math.round(ahead / 60_000) * 60_000 : 0;
}
