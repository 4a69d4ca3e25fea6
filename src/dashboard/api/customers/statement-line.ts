import { Big } from 'big.js';

export interface Trade {
  id: string;
  reference?: string | undefined;
  type: string;
  status: string;
  at?: string | undefined;
  volume: number;
  price: number;
  token: { id: string; name?: string | undefined; symbol?: string | undefined; currency: string };
}

/** Exact decimals: divisions go on far beyond any figure that is shown. */
const Exact = Big();
Exact.DP = 40;
const ZERO = new Exact(0);

export type Side = ReturnType<typeof sideOf>;

/** What one trade did to a position. */
export interface Movement {
  /** Milliseconds since 1970; null where the service's text can't be read. */
  at: number | null;
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
  id: string;
}

/** A token in a currency, over the counted trades of a customer in a period. */
export type StatementLine = ReturnType<Line['written']>;

/** A token in a currency as its trades come in, one after the other. */
export class Line {
  #token: { id: string; name: string | undefined; symbol: string | undefined };
  /** What was bought and not sold, and what all of it cost; null where that isn't known. */
  #held = ZERO;
  #cost: Big | null = ZERO;
  /** What was sold beyond what had been seen bought. */
  #short = ZERO;
  #opening = ZERO;
  readonly #movements: Movement[] = [];

  constructor(
    private readonly key: string,
    private readonly currency: string,
    id: string,
  ) {
    this.#token = { id, name: undefined, symbol: undefined };
  }

  /** Takes in a trade; one from before the period changes nothing but the opening position and its cost. */
  take(trade: Trade, { side, volume, price, at, isOpening }: Taken): void {
    const { id, name = this.#token.name, symbol = this.#token.symbol } = trade.token;
    this.#token = { id, name, symbol };
    // What has no volume has no value.
    const value = volume.eq(0) ? ZERO : (price?.times(volume) ?? null);
    const uncovered = side === 'Sell' && volume.gt(this.#held) ? volume.minus(this.#held) : ZERO;
    const realised = side === 'Buy' ? null : this.#sell(volume.minus(uncovered), price);
    if (side === 'Buy') this.#buy(volume, value);
    this.#short = this.#short.plus(uncovered);
    if (isOpening) {
      this.#opening = this.#held.minus(this.#short);
      return;
    }
    this.#movements.push({
      at,
      written: trade.at,
      side,
      volume: volume.toFixed(),
      price: price?.toFixed() ?? null,
      value: value?.toFixed() ?? null,
      position: this.#held.minus(this.#short).toFixed(),
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
    this.#held = this.#held.minus(volume);
    // Nothing held costs nothing, even if something was unknown before.
    this.#cost = all ? ZERO : this.#cost && cost && this.#cost.minus(cost);
    return realised;
  }

  written() {
    const movements = this.#movements;
    const bought = movements.filter(({ side }) => side === 'Buy');
    const sold = movements.filter(({ side }) => side === 'Sell');
    return {
      key: this.key,
      currency: this.currency,
      token: this.#token,
      /** The position before the period. */
      opening: this.#opening.toFixed(),
      bought: sideOf(bought),
      sold: sideOf(sold),
      /** At the end of the period; below zero where more was sold than was seen bought. */
      position: this.#held.minus(this.#short).toFixed(),
      /** What was sold beyond what had been seen bought: its cost is not known. */
      uncovered: totalOf(movements, ({ uncovered }) => uncovered) ?? '0',
      /** Of what was bought and is not sold; null where there is none, or its cost isn't known. */
      averageCost: this.#cost && this.#held.gt(0) ? this.#cost.div(this.#held).toFixed() : null,
      /** By average cost, over the sales of what had been seen bought; null if a price is below zero. */
      realised: totalOf(sold, ({ realised }) => realised),
      /** Trades whose price is below zero, so that it can’t be right. */
      unpriced: movements.filter(({ value }) => value === null).length,
      movements,
    };
  }
}

interface Taken {
  side: 'Buy' | 'Sell';
  volume: Big;
  price: Big | null;
  at: number | null;
  isOpening: boolean;
}

/** Its value is null if a price is below zero, its average also where there is no volume. */
function sideOf(movements: readonly Movement[]) {
  const volume = totalOf(movements, (each) => each.volume) ?? '0';
  const value = totalOf(movements, (each) => each.value);
  const average = value === null || volume === '0' ? null : new Exact(value).div(volume).toFixed();
  return { trades: movements.length, volume, value, average };
}

/** What a part of lines or movements adds up to; null where one of them doesn't know it. */
export function totalOf<Item>(items: readonly Item[], part: (item: Item) => string | null): string | null {
  let sum = ZERO;
  for (const item of items) {
    const value = part(item);
    if (value === null) return null;
    sum = sum.plus(value);
  }
  return sum.toFixed();
}

/** A figure as an exact decimal; null if it is below zero. */
export function exactOf(value: number): Big | null {
  return value < 0 ? null : new Exact(value);
}
