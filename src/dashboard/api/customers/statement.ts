import { TRANSACTION_TYPES } from '#contract/customers.ts';
import { eachInSlices, type Slices } from '#dashboard/lib/slices.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { exactOf, Line, type StatementLine, type Trade } from './statement-line.ts';

/** The first and the last instant that a statement is about, in milliseconds since 1970. */
export interface Period {
  from: number;
  to: number;
}

export interface Statement {
  /** Those with a trade or a position in the period, by currency, then by the token's name. */
  lines: StatementLine[];
  seen: number;
  counted: number;
  /** Trades that fit no line, by reason; by their type if it is neither Buy nor Sell. */
  leftOut: { status: Map<string, number>; type: Map<string, number>; volume: number };
  /** Every status of any trade, with how many in the period have it. */
  statuses: Map<string, number>;
  /** Counted trades whose date can't be read; they keep their place in the service's order. */
  undated: number;
  /** The dates of the oldest and the newest counted trade; null where none can be read. */
  from: number | null;
  to: number | null;
}

/** Whether trades of a status count by default: those that are done. */
export function countsUnasked(status: string): boolean {
  return status.trim().toLowerCase() === 'completed';
}

/**
 * A customer's trades, newest first as the service gives them, added up per currency and token.
 *
 * Profit is realised by average cost: a sale of what had been seen bought brings its price less the average
 * price that was paid for all that was held just before it. What is sold beyond that came from elsewhere, so
 * its cost is unknown: it makes the observed position negative, and realises nothing that is known.
 *
 * Trades before the period make the opening position and its cost; those after it are ignored. A trade without a
 * readable date belongs to the time of the one before it.
 */
export function* statementOf(
  trades: readonly Trade[],
  counts: (status: string) => boolean = countsUnasked,
  period: Period = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY },
): Slices<Statement> {
  const lines = new Map<string, Line>();
  const statement: Statement = {
    lines: [],
    seen: 0,
    counted: 0,
    undated: 0,
    from: null,
    to: null,
    statuses: new Map(),
    leftOut: { status: new Map(), type: new Map(), volume: 0 },
  };
  const { leftOut } = statement;
  const take = ({ trade, at, rank }: ReturnType<typeof inTime>[number]) => {
    const { status, type, token } = trade;
    const isOpening = rank < period.from;
    const isInPeriod = !isOpening && rank <= period.to;
    add(statement.statuses, status, isInPeriod ? 1 : 0);
    if (isInPeriod) statement.seen += 1;
    if (!isOpening && !isInPeriod) return;
    const side = TRANSACTION_TYPES.find((each) => each.toLowerCase() === type.trim().toLowerCase());
    const volume = exactOf(trade.volume);
    if (!counts(status) || !side || volume === null) {
      if (isOpening) return;
      if (!counts(status)) add(leftOut.status, status);
      else if (!side) add(leftOut.type, type);
      else leftOut.volume += 1;
      return;
    }
    const key = JSON.stringify([token.currency, token.id]);
    const line = lines.get(key) ?? new Line(key, token.currency, token.id);
    lines.set(key, line);
    line.take(trade, { side, volume, price: exactOf(trade.price), at, isOpening });
    if (isOpening) return;
    statement.counted += 1;
    if (at === null) statement.undated += 1;
    else {
      statement.from ??= at;
      statement.to = at;
    }
  };
  yield* eachInSlices(inTime(trades), take);
  const written: StatementLine[] = [];
  yield* eachInSlices(lines.values(), (line) => written.push(line.written()));
  const told = written.filter(({ movements, opening }) => movements.length > 0 || opening !== '0');
  statement.lines = told.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return statement;
}

/** Trades from the oldest to the newest; one without a date stays behind the one that it came after. */
function inTime(trades: readonly Trade[]): { trade: Trade; at: number | null; rank: number }[] {
  let latest = Number.NEGATIVE_INFINITY;
  return trades
    .toReversed()
    .map((trade) => {
      const at = readTimestamp(trade.at ?? '');
      latest = at ?? latest;
      return { trade, at, rank: latest };
    })
    .sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank)));
}

function add(counts: Map<string, number>, key: string, more = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

function sortKey({ currency, token }: StatementLine): string {
  return [currency, (token.name ?? token.id).toLowerCase(), token.id].join('\0');
}
