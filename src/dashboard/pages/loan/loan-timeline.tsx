import { loanTiming } from '#contract/loan-timing.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { StandingText } from '#dashboard/forms/standing-badge.tsx';
import { formatDaysFrom, readTimestamp } from '#dashboard/lib/times.ts';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

const words: Record<Mark['kind'], string> = {
  created: 'Created',
  due: 'Repayment due',
  grace: 'Grace ends',
  now: 'Today',
};

/** When the loan was made, falls due and leaves its grace, and where today is among them. */
export function LoanTimeline({ loan, now }: { loan: LoanRow; now: number }) {
  const marks = timelineOf(loan, now);
  return (
    <Panel title="Timeline">
      <ol className="px-4 py-3">
        {marks.map(({ kind, at }, index) => {
          const isLast = index === marks.length - 1;
          return (
            <li key={kind} className="relative flex gap-3 pb-4 text-table last:pb-0">
              {!isLast && (
                <span
                  aria-hidden
                  className={`drawn absolute top-3 bottom-[-0.35rem] left-[5px] w-0.5 ${at < now ? 'bg-accent' : 'bg-hairline'}`}
                />
              )}
              <span
                aria-hidden
                className={`relative mt-1 size-3 shrink-0 rounded-full border-2 ${dotOf(kind, at, now)}`}
              />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
                <span className={kind === 'now' ? 'font-semibold' : ''}>
                  {words[kind]}
                  {kind === 'now' && (
                    <span className="font-normal">
                      : <StandingText loan={loan} now={now} />
                    </span>
                  )}
                </span>
                <span className="text-muted">
                  <DateTime at={at} />
                  {kind !== 'now' && <span className="ml-2">{formatDaysFrom(now, at)}</span>}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
      <Lacks loan={loan} now={now} />
    </Panel>
  );
}

function dotOf(kind: Mark['kind'], at: number, now: number): string {
  if (kind === 'now') return 'drawn border-text bg-text';
  return at < now ? 'drawn border-accent bg-accent' : 'border-control bg-panel';
}

function Lacks({ loan, now }: { loan: LoanRow; now: number }) {
  const timing = loanTiming(loan, now);
  if (timing.state === 'closed') {
    return <Line>This loan is closed. The closing date isn’t available.</Line>;
  }
  if (timing.state !== 'unknown') return null;
  const texts = {
    date: 'The due date can’t be read.',
    status: 'Pledge doesn’t recognise this status, so it may be open or closed.',
    grace: 'The grace period can’t be read, so the loan may or may not be past it.',
  };
  return <Line>{texts[timing.lacks]}</Line>;
}

function Line({ children }: { children: string }) {
  return <p className="border-hairline border-t px-4 py-2.5 text-label text-muted">{children}</p>;
}

interface Mark {
  kind: 'created' | 'due' | 'grace' | 'now';
  at: number;
}

/** The instants of a loan that are known, and the present one, in their order. */
function timelineOf(loan: LoanRow, now: number): Mark[] {
  const timing = loanTiming(loan, now);
  const created = readTimestamp(loan.created_at ?? '');
  const graceEndsAt = 'graceEndsAt' in timing ? timing.graceEndsAt : null;
  const marks: (Mark | false)[] = [
    created !== null && { kind: 'created', at: created },
    timing.dueAt !== null && { kind: 'due', at: timing.dueAt },
    graceEndsAt !== null && { kind: 'grace', at: graceEndsAt },
    { kind: 'now', at: now },
  ];
  return marks.filter((mark) => mark !== false).sort((a, b) => a.at - b.at);
}
