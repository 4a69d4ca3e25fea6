import { countsUnasked, type Statement, statementOf } from '#dashboard/api/customers/statement.ts';
import type { Trade } from '#dashboard/api/customers/statement-line.ts';
import { type Days, instantsOf } from '#dashboard/lib/periods.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';

/** The rows that a statement counts. */
export interface StatementBasis {
  /** `30 of 100 transactions`; null where they are all there. */
  missing: string | null;
  /** As a sentence. */
  sentence: string;
}

/** The shortest pause between two statements while trades still arrive. */
const PAUSE_MS = 400;

/**
 * The statement of trades in a period, computed in slices. `counted` are the statuses that count; null for those that
 * count unasked.
 */
export function useStatement(
  trades: readonly Trade[],
  { counted, days, moving }: { counted: readonly string[] | null; days: Days; moving: boolean },
): { statement: Statement; trades: readonly Trade[] } | null {
  const counts = counted ? (status: string) => counted.includes(status) : countsUnasked;
  const period = instantsOf(days);
  const { result, of } = useSliced(
    (trades: readonly Trade[]) => statementOf(trades, counts, period),
    trades,
    [JSON.stringify(counted), period.from, period.to],
    { moving: moving && trades.length > 0, pauseMs: PAUSE_MS },
  );
  return result && of ? { statement: result, trades: of } : null;
}
