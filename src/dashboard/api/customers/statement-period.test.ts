import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '#dashboard/lib/slices.ts';
import { type Period, type Statement, statementOf } from './statement.ts';
import type { StatementLine, Trade } from './statement-line.ts';

const DAYS = 40;
const day = (count: number) => Date.UTC(2026, 0, 1 + count);

const trades: fc.Arbitrary<Trade[]> = fc.array(
  fc
    .record({
      type: fc.constantFrom('Buy', 'Sell', 'Gift'),
      status: fc.constantFrom('Completed', 'Completed', 'Completed', 'Pending'),
      days: fc.integer({ min: 0, max: DAYS }),
      dated: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
      volume: fc.integer({ min: 0, max: 20 }),
      price: fc.integer({ min: 1, max: 9 }),
      id: fc.constantFrom('t1', 't2'),
    })
    .map(
      ({ days, dated, id, ...trade }): Trade => ({
        ...trade,
        id: `${days}`,
        at: dated ? new Date(day(days) + 3_600_000).toISOString() : 'soon',
        token: { id, currency: 'NGN' },
      }),
    ),
  { maxLength: 50 },
);
const cuts = fc.integer({ min: 0, max: DAYS });

const of = (trades: readonly Trade[], period: Partial<Period>) =>
  atOnce(statementOf(trades, undefined, { from: -Infinity, to: Infinity, ...period }));
const lineOf = ({ lines }: Statement, key: string) => lines.find((line) => line.key === key);
const keysOf = (...statements: Statement[]) => [
  ...new Set(statements.flatMap(({ lines }) => lines.map(({ key }) => key))),
];
const sum = (...texts: (string | undefined)[]) =>
  texts.reduce((all, text) => all.plus(text ?? '0'), new Big(0)).toFixed();

describe('a statement of a period', () => {
  it('opens with the position that the time before it closed with', () => {
    fc.assert(
      fc.property(trades, cuts, (trades, cut) => {
        const before = of(trades, { to: day(cut) - 1 });
        const after = of(trades, { from: day(cut) });
        const whole = of(trades, {});
        for (const key of keysOf(before, after, whole)) {
          expect(lineOf(after, key)?.opening ?? '0').toBe(lineOf(before, key)?.position ?? '0');
          expect(lineOf(after, key)?.position ?? '0').toBe(lineOf(whole, key)?.position ?? '0');
          expect(lineOf(before, key)?.opening ?? '0').toBe('0');
        }
      }),
    );
  });

  it('and the one after it come to what both together come to', () => {
    fc.assert(
      fc.property(trades, cuts, (trades, cut) => {
        const before = of(trades, { to: day(cut) - 1 });
        const after = of(trades, { from: day(cut) });
        const whole = of(trades, {});
        expect(before.seen + after.seen).toBe(trades.length);
        expect(before.counted + after.counted).toBe(whole.counted);
        for (const key of keysOf(before, after, whole)) {
          const both = [lineOf(before, key), lineOf(after, key)];
          const figures: ((line: StatementLine | undefined) => string | undefined)[] = [
            (line) => line?.bought.volume,
            (line) => line?.bought.value ?? '0',
            (line) => line?.sold.volume,
            (line) => line?.uncovered,
          ];
          for (const figure of figures)
            expect(sum(...both.map(figure))).toBe(sum(figure(lineOf(whole, key))));
          const realised = new Big(sum(...both.map((line) => line?.realised ?? '0')));
          const off = realised.minus(lineOf(whole, key)?.realised ?? '0').abs();
          expect(off.lt('1e-20')).toBe(true);
        }
      }),
    );
  });

  it('has the average cost that the whole time up to its end has', () => {
    fc.assert(
      fc.property(trades, cuts, cuts, (trades, one, other) => {
        const [from, to] = [day(Math.min(one, other)), day(Math.max(one, other)) - 1];
        const until = of(trades, { to });
        for (const line of of(trades, { from, to }).lines) {
          expect(line.averageCost).toBe(lineOf(until, line.key)?.averageCost ?? null);
        }
      }),
    );
  });

  it('says nothing of a token that is neither held nor traded in it', () => {
    const trade = (type: string, volume: number, days: number): Trade => ({
      id: String(days),
      type,
      volume,
      status: 'Completed',
      price: 2,
      at: new Date(day(days)).toISOString(),
      token: { id: 't', currency: 'NGN' },
    });
    const story = [trade('Sell', 3, 9), trade('Sell', 2, 5), trade('Buy', 5, 1)];
    expect(of(story, { from: day(10) }).lines).toEqual([]);
    expect(of(story, { to: day(0) }).lines).toEqual([]);
    const [held] = of(story, { from: day(6), to: day(8) }).lines;
    expect(held).toMatchObject({ opening: '3', position: '3', averageCost: '2', movements: [] });
  });
});
