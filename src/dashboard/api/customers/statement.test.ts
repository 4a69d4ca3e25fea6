import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '#dashboard/lib/slices.ts';
import { countsUnasked, type Statement, statementOf } from './statement.ts';
import { type Trade, totalOf } from './statement-line.ts';

/** A fraction of whole numbers, so that the plain ledger rounds nothing. */
class Fraction {
  readonly over: bigint;
  readonly under: bigint;
  constructor(over: bigint, under = 1n) {
    const common = gcd(over < 0n ? -over : over, under) || 1n;
    this.over = over / common;
    this.under = under / common;
  }
  plus(other: Fraction) {
    return new Fraction(this.over * other.under + other.over * this.under, this.under * other.under);
  }
  minus(other: Fraction) {
    return this.plus(new Fraction(-other.over, other.under));
  }
  times(other: Fraction) {
    return new Fraction(this.over * other.over, this.under * other.under);
  }
  div(other: Fraction) {
    const sign = other.over < 0n ? -1n : 1n;
    return new Fraction(this.over * other.under * sign, this.under * other.over * sign);
  }
  isBelow(other: Fraction) {
    return this.over * other.under < other.over * this.under;
  }
}
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
const NONE = new Fraction(0n);
const cents = (value: number) => new Fraction(BigInt(Math.round(value * 100)), 100n);
const least = (a: Fraction, b: Fraction) => (a.isBelow(b) ? a : b);
const read = (text: string) => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const size = new Fraction(BigInt(whole + part), 10n ** BigInt(part.length));
  return text.startsWith('-') ? NONE.minus(size) : size;
};

/** The plain ledger: a page for each currency and token, and a line for each trade, written from the oldest on. */
function ledgerOf(trades: readonly Trade[]) {
  const pages = new Map<string, ReturnType<typeof emptyPage>>();
  for (const trade of oldestFirst(trades)) {
    const { volume, price, token, type, status } = trade;
    if (status !== 'Completed' || (type !== 'Buy' && type !== 'Sell')) continue;
    if (volume < 0) continue;
    const key = JSON.stringify([token.currency, token.id]);
    const page = pages.get(key) ?? emptyPage();
    pages.set(key, page);
    const known = price >= 0;
    const amount = cents(volume);
    const worth = volume === 0 ? NONE : known ? amount.times(cents(price)) : null;
    const side = type === 'Buy' ? page.bought : page.sold;
    side.trades += 1;
    side.volume = side.volume.plus(amount);
    side.value = (worth && side.value?.plus(worth)) ?? null;
    if (type === 'Buy') {
      page.held = page.held.plus(amount);
      page.cost = (worth && page.cost?.plus(worth)) ?? null;
    } else {
      const covered = least(amount, page.held);
      page.uncovered = page.uncovered.plus(amount.minus(covered));
      if (covered.over > 0n) {
        const average = page.cost?.div(page.held) ?? null;
        const gain = average && known ? covered.times(cents(price).minus(average)) : null;
        page.realised = (gain && page.realised?.plus(gain)) ?? null;
        page.held = page.held.minus(covered);
        if (page.held.over === 0n) page.cost = NONE;
        else page.cost = average && page.held.times(average);
      }
    }
    page.positions.push(page.bought.volume.minus(page.sold.volume));
  }
  return pages;
}
function emptyPage() {
  const side = () => ({ trades: 0, volume: NONE, value: NONE as Fraction | null });
  return {
    bought: side(),
    sold: side(),
    held: NONE,
    cost: NONE as Fraction | null,
    uncovered: NONE,
    realised: NONE as Fraction | null,
    positions: [] as Fraction[],
  };
}
/** Written with an insertion for each, which is as plain as sorting gets. */
function oldestFirst(trades: readonly Trade[]): Trade[] {
  const sorted: { trade: Trade; at: string }[] = [];
  let at = '';
  for (const trade of trades.toReversed()) {
    if (trade.at !== undefined && trade.at !== 'soon') at = trade.at;
    let place = sorted.length;
    while (place > 0 && (sorted[place - 1] as { at: string }).at > at) place -= 1;
    sorted.splice(place, 0, { trade, at });
  }
  return sorted.map(({ trade }) => trade);
}

const trade = fc.record(
  {
    id: fc.uuid(),
    reference: fc.constant('TRX-1'),
    type: fc.constantFrom('Buy', 'Buy', 'Buy', 'Sell', 'Sell', 'Sell', 'Gift'),
    status: fc.constantFrom('Completed', 'Completed', 'Completed', 'Completed', 'Pending'),
    at: fc.oneof(
      fc.integer({ min: 0, max: 400 }).map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString()),
      fc.constant('soon'),
    ),
    volume: fc.oneof(
      fc.constant(0),
      fc.constant(-1),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 10 ** 6 }).map((n) => n / 100),
    ),
    price: fc.oneof(
      fc.constant(0),
      fc.constant(-2),
      fc.integer({ min: 1, max: 10 ** 8 }).map((n) => n / 100),
    ),
    token: fc.record(
      {
        id: fc.constantFrom('t1', 't2'),
        name: fc.constantFrom('Bond', 'Fund'),
        currency: fc.constantFrom('NGN', 'KES', 'XOF'),
      },
      { requiredKeys: ['id', 'currency'] },
    ),
  },
  { requiredKeys: ['id', 'type', 'status', 'volume', 'price', 'token'] },
) as fc.Arbitrary<Trade>;
/** One token with prices mostly: long stories of buying and selling, which scattered trades never make. */
const story = fc.array(
  fc.record({
    type: fc.constantFrom('Buy', 'Sell'),
    volume: fc.integer({ min: 0, max: 40 }),
    price: fc.integer({ min: 1, max: 999 }).map((n) => n / 100),
    priced: fc.integer({ min: 0, max: 30 }).map((n) => n > 0),
  }),
  { maxLength: 60 },
);
const stories = story.map((steps) =>
  steps.map(
    ({ type, volume, price, priced }, index): Trade => ({
      id: String(index),
      type,
      status: 'Completed',
      at: new Date(Date.UTC(2026, 0, 1 + steps.length - index)).toISOString(),
      volume,
      price: priced ? price : -1,
      token: { id: 't', currency: 'NGN' },
    }),
  ),
);
const anyTrades = fc.oneof(fc.array(trade, { maxLength: 80 }), stories);

/** Divisions are cut after forty digits; nothing that is shown has more than ten. */
function expectSame(text: string | null, exact: Fraction | null): void {
  if (exact === null || text === null) {
    expect(text).toBe(exact);
    return;
  }
  const off = read(text).minus(exact);
  const size = off.isBelow(NONE) ? NONE.minus(off) : off;
  expect(size.isBelow(new Fraction(1n, 10n ** 20n))).toBe(true);
}

describe('a statement', () => {
  it('is what a plain ledger comes to, whatever the trades and their order', () => {
    fc.assert(
      fc.property(anyTrades, (trades) => {
        const statement = atOnce(statementOf(trades));
        const ledger = ledgerOf(trades);
        expect(statement.lines.map(({ key }) => key).sort()).toEqual([...ledger.keys()].sort());
        for (const line of statement.lines) {
          const page = ledger.get(line.key) as ReturnType<typeof emptyPage>;
          for (const side of ['bought', 'sold'] as const) {
            expect(line[side].trades).toBe(page[side].trades);
            expectSame(line[side].volume, page[side].volume);
            expectSame(line[side].value, page[side].value);
            const { value, volume } = page[side];
            expectSame(line[side].average, value && volume.over > 0n ? value.div(volume) : null);
          }
          expectSame(line.position, page.bought.volume.minus(page.sold.volume));
          expectSame(line.uncovered, page.uncovered);
          expectSame(line.realised, page.realised);
          expectSame(line.averageCost, page.cost && page.held.over > 0n ? page.cost.div(page.held) : null);
          expect(line.movements).toHaveLength(page.positions.length);
          for (const [place, movement] of line.movements.entries())
            expectSame(movement.position, page.positions[place] as Fraction);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('leaves no trade unaccounted for', () => {
    fc.assert(
      fc.property(anyTrades, (trades) => {
        const statement = atOnce(statementOf(trades));
        const sum = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0);
        const { status, type, volume } = statement.leftOut;
        expect(statement.counted + sum(status) + sum(type) + volume).toBe(trades.length);
        expect(sum(statement.statuses)).toBe(trades.length);
        const inLines = statement.lines.reduce((all, line) => all + line.movements.length, 0);
        expect(inLines).toBe(statement.counted);
      }),
    );
  });

  it('realises by line what its movements realise together', () => {
    fc.assert(
      fc.property(stories, (trades) => {
        const { lines } = atOnce(statementOf(trades));
        for (const line of lines) {
          const gains = line.movements.filter(({ side }) => side === 'Sell').map(({ realised }) => realised);
          const exact = gains.includes(null)
            ? null
            : gains.reduce((sum, gain) => sum.plus(read(gain as string)), NONE);
          expectSame(line.realised, exact);
        }
      }),
    );
  });
});

const sale = (type: string, volume: number, price: number, day: number): Trade => ({
  id: String(day),
  type,
  status: 'Completed',
  volume,
  price,
  at: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  token: { id: 't', name: 'Bond', currency: 'NGN' },
});
const only = (statement: Statement) => {
  expect(statement.lines).toHaveLength(1);
  return statement.lines[0] as Statement['lines'][number];
};

describe('in particular', () => {
  it('ten at 2 and ten at 4, of which five are sold at 5, realise 10', () => {
    const line = only(
      atOnce(statementOf([sale('Sell', 5, 5, 3), sale('Buy', 10, 4, 2), sale('Buy', 10, 2, 1)])),
    );
    expect(line).toMatchObject({ position: '15', realised: '10', averageCost: '3', uncovered: '0' });
    expect(line.bought).toEqual({ trades: 2, volume: '20', value: '60', average: '3' });
  });

  it('what is sold before anything was bought is an observed short position and realises nothing', () => {
    const short = only(atOnce(statementOf([sale('Sell', 5, 9, 1)])));
    expect(short).toMatchObject({ position: '-5', realised: '0', averageCost: null, uncovered: '5' });
    const later = only(
      atOnce(statementOf([sale('Sell', 2, 8, 3), sale('Buy', 4, 6, 2), sale('Sell', 5, 9, 1)])),
    );
    expect(later).toMatchObject({ position: '-3', realised: '4', averageCost: '6', uncovered: '5' });
  });

  it('with a price below zero there is no profit, until all that had one is sold', () => {
    const line = only(atOnce(statementOf([sale('Sell', 1, 8, 2), sale('Buy', 4, -1, 1)])));
    expect(line).toMatchObject({ position: '3', realised: null, averageCost: null, unpriced: 1 });
    expect(line.bought).toMatchObject({ volume: '4', value: null, average: null });
  });

  it('decimals stay decimals', () => {
    const line = only(atOnce(statementOf([sale('Buy', 0.2, 0.1, 2), sale('Buy', 0.1, 0.1, 1)])));
    expect(line.bought).toMatchObject({ volume: '0.3', value: '0.03', average: '0.1' });
  });

  it('lines of a currency add up, and one that is unknown leaves the total unknown', () => {
    const { lines } = atOnce(statementOf([sale('Buy', 2, 3, 1)]));
    expect(totalOf(lines, ({ bought }) => bought.value)).toBe('6');
    expect(totalOf([...lines, ...lines], ({ bought }) => bought.value)).toBe('12');
    expect(totalOf(lines, () => null)).toBeNull();
  });

  it('only what is completed counts unasked', () => {
    expect(['Completed', 'COMPLETED', 'Pending', 'Failed', ''].map(countsUnasked)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
