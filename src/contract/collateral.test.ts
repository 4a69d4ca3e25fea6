import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collateralCover, collateralRefusal, fallToLimit, type PledgedLine } from './collateral.ts';

/** A decimal as whole numbers, top ÷ bottom. */
interface Fraction {
  top: bigint;
  bottom: bigint;
}

function fraction(text: string): Fraction {
  const [whole = '', part = ''] = text.split('.');
  return { top: BigInt(whole + part), bottom: 10n ** BigInt(part.length) };
}
const times = (a: Fraction, b: Fraction) => ({ top: a.top * b.top, bottom: a.bottom * b.bottom });
const plus = (a: Fraction, b: Fraction) => ({
  top: a.top * b.bottom + b.top * a.bottom,
  bottom: a.bottom * b.bottom,
});
const atMost = (a: Fraction, b: Fraction) => a.top * b.bottom <= b.top * a.bottom;
const equal = (a: Fraction, b: Fraction) => a.top * b.bottom === b.top * a.bottom;

function written(units: number, places: number): string {
  const text = String(units).padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}
const decimal = (highest: number, places: number, lowest = 0) =>
  fc.integer({ min: lowest, max: highest }).map((units) => written(units, places));

const line = fc.record({ quantity: decimal(10_000_000, 3), sellPrice: decimal(100_000_000, 2) });
const lines = fc.array(line, { maxLength: 6 });
const loanToValue = decimal(1000, 3, 1);
const askedCover = decimal(5000, 3, 1001);
const ratio = fc.oneof(loanToValue, askedCover, fc.constantFrom('1', '0.7', '1.3', '1.5', '3'));

function worthOf(pledged: readonly PledgedLine[]): Fraction {
  return pledged.reduce<Fraction>(
    (sum, { quantity, sellPrice }) =>
      plus(sum, times(fraction(String(quantity)), fraction(String(sellPrice)))),
    { top: 0n, bottom: 1n },
  );
}

/** The exact limit of a loan: value × ratio up to 1, value ÷ ratio above it. */
function limitOf(pledged: readonly PledgedLine[], ratioText: string): Fraction {
  const r = fraction(ratioText);
  const value = worthOf(pledged);
  return r.top <= r.bottom ? times(value, r) : times(value, { top: r.bottom, bottom: r.top });
}

/** An amount at, just above or just below the limit, or anywhere. */
const around = (limit: Fraction) => {
  const cents = Number((limit.top * 100n) / limit.bottom);
  return fc.oneof(
    fc.integer({ min: Math.max(cents - 2, 0), max: cents + 2 }),
    fc.integer({ min: 0, max: 2 * cents + 100 }),
  );
};

const pledge = fc
  .tuple(lines, ratio)
  .chain(([pledged, ratioText]) =>
    around(limitOf(pledged, ratioText)).map((cents) => ({ pledged, ratioText, amount: written(cents, 2) })),
  );

describe('the fall in prices that a loan can take', () => {
  it('leaves it within the limit, and a little more does not', () => {
    fc.assert(
      fc.property(pledge, ({ pledged, ratioText, amount }) => {
        const ratioValue = Number(ratioText);
        const cover = collateralCover(amount, pledged, ratioValue);
        const fall = fallToLimit(amount, cover);
        if (new Big(cover.highestAmount).lte(0)) {
          expect(fall).toBe(new Big(amount).eq(0) ? '1' : null);
          return;
        }
        const isEnoughAfter = (share: Big) =>
          collateralCover(
            amount,
            pledged.map(({ quantity, sellPrice }) => ({
              quantity,
              sellPrice: new Big(1).minus(share).times(sellPrice).toFixed(),
            })),
            ratioValue,
          ).sufficient;
        const share = new Big(fall ?? 'missing');
        expect(share.gte(0)).toBe(cover.sufficient);
        expect(isEnoughAfter(share)).toBe(true);
        // What the highest amount was rounded by, and a step of the share.
        const used = new Big(amount).div(cover.highestAmount);
        const rounding = new Big('0.00000001').div(cover.highestAmount).times(used.plus(1)).plus('0.000002');
        if (new Big(amount).gt(0)) expect(isEnoughAfter(share.plus(rounding))).toBe(false);
      }),
    );
  });

  it('is null for collateral that is worth nothing', () => {
    expect(fallToLimit('1', collateralCover('1', [], 0.7))).toBeNull();
  });
});

describe('what collateral comes to', () => {
  it('is a loan-to-value of at most the ratio, for a ratio up to 1', () => {
    const tokens = [
      { quantity: 100, sellPrice: 50 },
      { quantity: '2.5', sellPrice: 2000 },
    ];
    expect(collateralCover('7000', tokens, 0.7)).toEqual({
      value: '10000',
      highestAmount: '7000',
      loanToValue: 0.7,
      loanToValueLimit: 0.7,
      sufficient: true,
    });
    expect(collateralCover('7000.01', tokens, 0.7).sufficient).toBe(false);
  });

  it('is the cover asked for, for a ratio above 1', () => {
    const tokens = [{ quantity: 150, sellPrice: 100 }];
    expect(collateralCover('10000', tokens, 1.5)).toEqual({
      value: '15000',
      highestAmount: '10000',
      loanToValue: expect.closeTo(2 / 3, 12),
      loanToValueLimit: expect.closeTo(2 / 3, 12),
      sufficient: true,
    });
    expect(collateralCover('10000.01', tokens, 1.5).sufficient).toBe(false);
  });

  it('may be lent in full at a ratio of exactly 1', () => {
    const tokens = [{ quantity: 3, sellPrice: '0.1' }];
    expect(collateralCover('0.30', tokens, 1)).toMatchObject({ highestAmount: '0.3', sufficient: true });
    expect(collateralCover('0.31', tokens, 1).sufficient).toBe(false);
  });

  it('is nothing without collateral: no loan-to-value, and no amount is covered but 0', () => {
    expect(collateralCover('0.01', [], 0.7)).toMatchObject({
      value: '0',
      loanToValue: null,
      sufficient: false,
    });
    expect(collateralCover('0', [], 0.7).sufficient).toBe(true);
  });

  it('is exact: enough if and only if the amount is within the limit, for both kinds of ratio', () => {
    fc.assert(
      fc.property(pledge, ({ pledged, ratioText, amount }) => {
        const cover = collateralCover(amount, pledged, Number(ratioText));
        const limit = limitOf(pledged, ratioText);
        const highest = fraction(cover.highestAmount);
        expect(equal(fraction(cover.value), worthOf(pledged))).toBe(true);
        expect(cover.sufficient).toBe(atMost(fraction(amount), limit));
        expect(cover.sufficient).toBe(atMost(fraction(amount), highest));
        expect(atMost(highest, limit)).toBe(true);
        expect(atMost(limit, plus(highest, { top: 1n, bottom: 10n ** 8n }))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('says enough where its loan-to-value is below the limit, and not where it is above', () => {
    fc.assert(
      fc.property(pledge, ({ pledged, ratioText, amount }) => {
        const {
          loanToValue: reached,
          loanToValueLimit,
          sufficient,
          value,
        } = collateralCover(amount, pledged, Number(ratioText));
        expect(reached === null).toBe(value === '0');
        if (reached === null) return;
        expect(reached).toBeCloseTo(Number(amount) / Number(value), 9);
        if (reached < loanToValueLimit * (1 - 1e-12)) expect(sufficient).toBe(true);
        if (reached > loanToValueLimit * (1 + 1e-12)) expect(sufficient).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('never gets worse by more collateral, whatever the order of the lines', () => {
    fc.assert(
      fc.property(pledge, line, fc.nat(6), ({ pledged, ratioText, amount }, added, place) => {
        const before = collateralCover(amount, pledged, Number(ratioText));
        const after = collateralCover(amount, pledged.toSpliced(place, 0, added), Number(ratioText));
        expect(atMost(fraction(before.value), fraction(after.value))).toBe(true);
        expect(atMost(fraction(before.highestAmount), fraction(after.highestAmount))).toBe(true);
        if (before.sufficient) expect(after.sufficient).toBe(true);
        if (before.loanToValue !== null) expect(after.loanToValue).toBeLessThanOrEqual(before.loanToValue);
        expect(collateralCover(amount, pledged.toReversed(), Number(ratioText))).toEqual(before);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([0, -0, -0.5, Number.NaN, Number.NEGATIVE_INFINITY])('cannot be judged by a ratio of %d', (bad) => {
    expect(() => collateralCover('1', [], bad)).toThrow(RangeError);
  });
});

describe('a token as collateral', () => {
  const good = { currency: 'NGN', investment_category: 'Commercial Paper', exited: false, cancelled: false };
  const terms = { currency: 'NGN', categories: ['Real Estate', 'Commercial Paper'] };

  it('is taken when it is active, of an accepted category and of the loan’s currency', () => {
    expect(collateralRefusal(good, terms)).toBeNull();
  });

  it.each([
    ['has exited', { exited: true }, /exited/],
    ['is cancelled', { cancelled: true }, /cancelled/],
    ['is of another category', { investment_category: 'Art' }, /category Art.*Real Estate, Commercial Paper/],
    [
      'is of a category in other letters',
      { investment_category: 'commercial paper' },
      /category commercial paper/,
    ],
    ['is of another currency', { currency: 'USD' }, /priced in USD.*loan is in NGN/],
  ])('is refused when it %s, and the reason says so', (_what, change, reason) => {
    expect(collateralRefusal({ ...good, ...change }, terms)).toMatch(reason);
  });

  it('is refused for every category when the terms accept none', () => {
    expect(collateralRefusal(good, { ...terms, categories: [] })).toMatch(/category/);
  });

  it('is accepted if and only if no rule forbids it', () => {
    const word = fc.constantFrom('NGN', 'USD');
    const category = fc.constantFrom('Commercial Paper', 'Art', 'Real Estate');
    const candidate = fc.record({
      currency: word,
      investment_category: category,
      exited: fc.boolean(),
      cancelled: fc.boolean(),
    });
    fc.assert(
      fc.property(candidate, word, fc.uniqueArray(category), (token, currency, categories) => {
        const taken =
          !token.exited &&
          !token.cancelled &&
          token.currency === currency &&
          categories.includes(token.investment_category);
        expect(collateralRefusal(token, { currency, categories }) === null).toBe(taken);
      }),
      { numRuns: 500 },
    );
  });
});
