import { useEffect, useState } from 'react';
import { Superseded } from '#dashboard/lib/slices.ts';
import { countsUnasked, type Statement, statementOf } from '#dashboard/lib/statement.ts';
import type { Trade } from '#dashboard/lib/statement-line.ts';

interface Answer {
  trades: readonly Trade[];
  counted: readonly string[] | null;
  statement: Statement;
}

/** The shortest pause between two statements while trades still arrive. */
const PAUSE_MS = 400;

/** How a status stands in an address: one that is missing has no text. */
export function statusText(status: string | null): string {
  return status ?? '';
}

/**
 * The statement of trades, worked out in slices. `counted` are the statuses that count; null for those that
 * count unasked. While trades arrive (`moving`), one that is under way is brought to its end.
 */
export function useStatement(
  trades: readonly Trade[],
  counted: readonly string[] | null,
  moving: boolean,
): { statement: Statement; trades: readonly Trade[]; busy: boolean } | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  if (fault) throw fault;
  const key = counted === null ? null : JSON.stringify(counted);
  // While trades arrive, the statement follows them by and by; else it follows at once.
  const [held, setHeld] = useState(trades);
  useEffect(() => {
    if (!moving || held.length === 0) {
      setHeld(trades);
      return;
    }
    const timer = setTimeout(() => setHeld(trades), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [trades, moving, held.length]);
  useEffect(() => {
    const abort = new AbortController();
    const chosen: string[] | null = key === null ? null : JSON.parse(key);
    const counts = chosen ? (status: string | null) => chosen.includes(statusText(status)) : countsUnasked;
    statementOf(held, counts, abort.signal)
      .then((statement) => setAnswer({ trades: held, counted: chosen, statement }))
      .catch((error: unknown) => {
        if (!(error instanceof Superseded)) setFault(error);
      });
    return () => abort.abort();
  }, [held, key]);
  if (!answer) return null;
  const busy = answer.trades !== trades || JSON.stringify(answer.counted) !== JSON.stringify(counted);
  return { statement: answer.statement, trades: answer.trades, busy };
}
