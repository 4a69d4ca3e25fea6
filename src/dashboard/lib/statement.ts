import { Big } from 'big.js';
import { createBreather } from './slices.ts';

/** A trade as a statement needs it; any part may be missing. */
export interface Trade {
  id?: string | undefined;
  reference?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  /** When, as the service wrote it. */
  at?: string | undefined;
  volume?: number | undefined;
  price?: number | undefined;
  token?:
    | {
        id?: string | undefined;
        name?: string | undefined;
        symbol?: string | undefined;
        currency?: string | undefined;
      }
    | undefined;
}

/** Exact decimals: divisions go on far beyond any figure that is shown. */
const Exact = Big();
Exact.DP = 40;
const ZERO = new Exact(0);

/** One side of a line: what was bought, or what was sold. */
export interface Side {
  trades: number;
  volume: string;
  /** Volume times price, added up; null where a price is missing. */
  value: string | null;
  /** Value over volume; null where there is no volume, or no value. */
  average: string | null;
}

/** What one trade did to a position. */
export interface Movement {
  /** Milliseconds since 1970; null where the service's text can't be read. */
  at: number | null;
  /** As the service wrote it. */
  written: string | undefined;
  side: 'Buy' | 'Sell';
  volume: string;
  price: string | null;
  value: string | null;
  /** The observed position after it. */
  position: string;
  /** What this sale realised by average cost; null where that isn't known, and for what is bought. */
  realised: string | null;
  /** How much of a sale was more than had been seen bought. */
  uncovered: string;
  reference: string | undefined;
  id: string | undefined;
}

/** A token in a currency, over all counted trades of a customer. */
export interface StatementLine {
  key: string;
  /** Null where the token names none. */
  currency: string | null;
  token: { id: string; name: string | undefined; symbol: string | undefined };
  bought: Side;
  sold: Side;
  /** What was bought less what was sold; below zero where more was sold than was seen bought. */
  position: string;
  /** What was sold beyond what had been seen bought: its cost is not known. */
  uncovered: string;
  /** Of what was bought and is not sold: what it cost on average; null where there is none, or it isn't known. */
  averageCost: string | null;
  /** Realised by average cost over the sales of what had been seen bought; null where a price is missing. */
  realised: string | null;
  /** Trades whose price is missing. */
  unpriced: number;
  /** From the oldest to the newest. */
  movements: Movement[];
}

/** Trades that can't stand in any line, by why. */
export interface LeftOut {
  /** By their status, as it came; null for none. */
  status: Map<string | null, number>;
  /** By their type, where it is neither Buy nor Sell; null for none. */
  type: Map<string | null, number>;
  /** They name no token. */
  token: number;
  /** They have no volume, or one below zero. */
  volume: number;
}

export interface Statement {
  /** By currency, then by the token's name. */
  lines: StatementLine[];
  /** Trades that stand in the lines. */
  counted: number;
  leftOut: LeftOut;
  /** Every status that was seen, with how many trades have it. */
  statuses: Map<string | null, number>;
  /** Counted trades whose date can't be read; they stand where the service's order has them. */
  undated: number;
  /** The dates of the oldest and the newest counted trade; null where none can be read. */
  from: number | null;
  to: number | null;
}

/** Whether trades of a status count, unless somebody says otherwise: those that are done. */
export function countsUnasked(status: string | null): boolean {
  return status?.trim().toLowerCase() === 'completed';
}

/**
 * A customer's trades added up, per currency and token, in slices. `trades` come newest first, as the service
 * gives them.
 *
 * Profit is realised by average cost: a sale of what had been seen bought brings its price less the average
 * price that was paid for all that was held just before it. What is sold beyond that was come by elsewhere, so
 * that nobody knows its cost: it makes the observed position negative, and realises nothing that is known.
 */
export async function statementOf(
  trades: readonly Trade[],
  counts: (status: string | null) => boolean = countsUnasked,
  signal?: AbortSignal,
): Promise<Statement> {
  const breathe = createBreather(signal);
  const lines = new Map<string, Line>();
  const leftOut: LeftOut = { status: new Map(), type: new Map(), token: 0, volume: 0 };
  const statuses: Statement['statuses'] = new Map();
  let counted = 0;
  let undated = 0;
  let from: number | null = null;
  let to: number | null = null;

  let done = 0;
  for (const { trade, at } of inTime(trades)) {
    if (++done % 128 === 0) await breathe();
    const status = trade.status ?? null;
    add(statuses, status);
    if (!counts(status)) {
      add(leftOut.status, status);
      continue;
    }
    const side = sideOf(trade.type);
    if (side === null) {
      add(leftOut.type, trade.type ?? null);
      continue;
    }
    const volume = decimalOf(trade.volume);
    const { id, currency = null } = trade.token ?? {};
    if (volume === null) leftOut.volume += 1;
    else if (id === undefined) leftOut.token += 1;
    else {
      const key = JSON.stringify([currency, id]);
      let line = lines.get(key);
      if (!line) {
        line = new Line(key, currency, id);
        lines.set(key, line);
      }
      line.take(trade, { side, volume, price: decimalOf(trade.price), at });
      counted += 1;
      if (at === null) undated += 1;
      else {
        from ??= at;
        to = at;
      }
    }
  }
  const written: StatementLine[] = [];
  for (const line of lines.values()) {
    written.push(line.written());
    if (written.length % 64 === 0) await breathe();
  }
  return { lines: written.sort(byCurrencyAndName), counted, leftOut, statuses, undated, from, to };
}

/** What lines of one currency come to; null where a line doesn't know its part. */
export function totalOf(
  lines: readonly StatementLine[],
  part: (line: StatementLine) => string | null,
): string | null {
  let sum = ZERO;
  for (const line of lines) {
    const value = part(line);
    if (value === null) return null;
    sum = sum.plus(value);
  }
  return sum.toFixed();
}

/** Trades from the oldest to the newest; one without a date stays behind the one that it came after. */
function inTime(trades: readonly Trade[]): { trade: Trade; at: number | null }[] {
  let latest = Number.NEGATIVE_INFINITY;
  return trades
    .toReversed()
    .map((trade) => {
      const at = instantOf(trade.at);
      latest = at ?? latest;
      return { trade, at, rank: latest };
    })
    .sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank)));
}

/** A token in a currency as its trades come in, one after the other. */
class Line {
  readonly #key: string;
  readonly #currency: string | null;
  readonly #id: string;
  #name: string | undefined;
  #symbol: string | undefined;
  readonly #sides = { Buy: new SideSum(), Sell: new SideSum() };
  /** What was bought and not sold, and what all of it cost; null where that isn't known. */
  #held = ZERO;
  #cost: Big | null = ZERO;
  #uncovered = ZERO;
  #realised: Big | null = ZERO;
  #unpriced = 0;
  readonly #movements: Movement[] = [];

  constructor(key: string, currency: string | null, id: string) {
    this.#key = key;
    this.#currency = currency;
    this.#id = id;
  }

  take(trade: Trade, { side, volume, price, at }: Taken): void {
    this.#name = trade.token?.name ?? this.#name;
    this.#symbol = trade.token?.symbol ?? this.#symbol;
    // What has no volume has no value, whatever it would have cost.
    const value = volume.eq(0) ? ZERO : (price?.times(volume) ?? null);
    if (value === null) this.#unpriced += 1;
    this.#sides[side].add(volume, value);
    const uncovered = side === 'Sell' && volume.gt(this.#held) ? volume.minus(this.#held) : ZERO;
    const realised = side === 'Buy' ? null : this.#sell(volume.minus(uncovered), price);
    if (side === 'Buy') this.#buy(volume, value);
    this.#uncovered = this.#uncovered.plus(uncovered);
    this.#movements.push({
      at,
      written: trade.at,
      side,
      volume: volume.toFixed(),
      price: price?.toFixed() ?? null,
      value: value?.toFixed() ?? null,
      position: this.#held.minus(this.#uncovered).toFixed(),
      realised: realised?.toFixed() ?? null,
      uncovered: uncovered.toFixed(),
      reference: trade.reference,
      id: trade.id,
    });
  }

  #buy(volume: Big, value: Big | null): void {
    this.#held = this.#held.plus(volume);
    this.#cost = value && this.#cost ? this.#cost.plus(value) : null;
  }

  /** Sells some of what is held, and gives what that realised. */
  #sell(volume: Big, price: Big | null): Big | null {
    if (volume.eq(0)) return ZERO;
    const all = volume.eq(this.#held);
    const cost = this.#cost && (all ? this.#cost : this.#cost.times(volume).div(this.#held));
    const realised = cost && price ? price.times(volume).minus(cost) : null;
    this.#realised = realised && this.#realised ? this.#realised.plus(realised) : null;
    this.#held = this.#held.minus(volume);
    // Nothing held costs nothing, whatever was unknown before.
    this.#cost = all ? ZERO : this.#cost && cost && this.#cost.minus(cost);
    return realised;
  }

  written(): StatementLine {
    const { Buy, Sell } = this.#sides;
    return {
      key: this.#key,
      currency: this.#currency,
      token: { id: this.#id, name: this.#name, symbol: this.#symbol },
      bought: Buy.written(),
      sold: Sell.written(),
      position: this.#held.minus(this.#uncovered).toFixed(),
      uncovered: this.#uncovered.toFixed(),
      averageCost: this.#cost && this.#held.gt(0) ? this.#cost.div(this.#held).toFixed() : null,
      realised: this.#realised?.toFixed() ?? null,
      unpriced: this.#unpriced,
      movements: this.#movements,
    };
  }
}

interface Taken {
  side: 'Buy' | 'Sell';
  volume: Big;
  price: Big | null;
  at: number | null;
}

class SideSum {
  #trades = 0;
  #volume = ZERO;
  #value: Big | null = ZERO;

  add(volume: Big, value: Big | null): void {
    this.#trades += 1;
    this.#volume = this.#volume.plus(volume);
    this.#value = value && this.#value ? this.#value.plus(value) : null;
  }

  written(): Side {
    const average = this.#value && this.#volume.gt(0) ? this.#value.div(this.#volume) : null;
    return {
      trades: this.#trades,
      volume: this.#volume.toFixed(),
      value: this.#value?.toFixed() ?? null,
      average: average?.toFixed() ?? null,
    };
  }
}

function sideOf(type: string | undefined): 'Buy' | 'Sell' | null {
  const text = type?.trim().toLowerCase();
  if (text === 'buy') return 'Buy';
  return text === 'sell' ? 'Sell' : null;
}

/** A figure as an exact decimal; null where there is none, or it is below zero. */
function decimalOf(value: number | undefined): Big | null {
  if (value === undefined || !Number.isFinite(value) || value < 0) return null;
  return new Exact(value);
}

function instantOf(text: string | undefined): number | null {
  const at = text !== undefined && /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function add(counts: Map<string | null, number>, key: string | null): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function byCurrencyAndName(a: StatementLine, b: StatementLine): number {
  return (
    compare(a.currency ?? '\uFFFF', b.currency ?? '\uFFFF') ||
    compare((a.token.name ?? a.token.id).toLowerCase(), (b.token.name ?? b.token.id).toLowerCase()) ||
    compare(a.token.id, b.token.id)
  );
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
