import { type LoanTiming, loanTiming } from '#contract/loan-timing.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { StandingText } from '#dashboard/forms/standing-badge.tsx';
import { formatDaysFrom, readTimestamp } from '#dashboard/lib/times.ts';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

/** When the loan was made, falls due and leaves its grace, and where today is among them. */
export function LoanTimeline({ loan, now }: { loan: LoanRow; now: number }) {
  const timing = loanTiming(loan, now);
  const marks = marksOf(loan, timing, now);
  const lack = timing.state === 'closed' ? 'closed' : timing.state === 'unknown' && timing.lacks;
  return (
    <Panel title="Timeline">
      <ol className="px-4 py-3">
        {marks.map(({ word, at, isNow }) => (
          <li key={word} className="group/mark relative flex gap-3 pb-4 text-table last:pb-0">
            <span
              aria-hidden
              className={`drawn absolute top-3 bottom-[-0.35rem] left-[5px] w-0.5 group-last/mark:hidden ${at < now ? 'bg-accent' : 'bg-hairline'}`}
            />
            <span
              aria-hidden
              className={`relative mt-1 size-3 shrink-0 rounded-full border-2 ${isNow ? 'drawn border-text bg-text' : at < now ? 'drawn border-accent bg-accent' : 'border-control bg-panel'}`}
            />
            <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
              <span className={isNow ? 'wrap-anywhere font-semibold' : ''}>
                {word}
                {isNow && (
                  <span className="font-normal">
                    : <StandingText loan={loan} now={now} />
                  </span>
                )}
              </span>
              <span className="text-muted">
                <DateTime at={at} />
                {!isNow && <span className="ml-2">{formatDaysFrom(now, at)}</span>}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {lack && <p className="border-hairline border-t px-4 py-2.5 text-label text-muted">{LACKS[lack]}</p>}
    </Panel>
  );
}

const LACKS = {
  closed: 'This loan is closed. The closing date isn’t available.',
  date: 'The due date can’t be read.',
  status: 'Pledge doesn’t recognise this status, so it may be open or closed.',
  grace: 'The grace period can’t be read, so the loan may or may not be past it.',
};

/** The instants of a loan that are known, and the present one, in their order. */
function marksOf(loan: LoanRow, timing: LoanTiming, now: number) {
  const marks = [
    { word: 'Created', at: readTimestamp(loan.created_at ?? '') },
    { word: 'Repayment due', at: timing.dueAt },
    { word: 'Grace ends', at: 'graceEndsAt' in timing ? timing.graceEndsAt : null },
    { word: 'Today', at: now, isNow: true },
  ];
  return marks
    .flatMap(({ at, ...mark }) => (at === null ? [] : { at, isNow: false, ...mark }))
    .sort((a, b) => a.at - b.at);
}
