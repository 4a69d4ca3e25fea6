import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountProblem,
  compareAmounts,
  isDecimal,
  MAX_SIGNIFICANT_DIGITS,
  minorDigits,
  significantDigits,
  suggestedRepayment,
} from './money.ts';

const DIGITS: Record<string, number> = { NGN: 2, USD: 2, GHS: 2, KES: 2, JPY: 0, KWD: 3, XQQ: 2, USDC: 2 };
const currency = fc.constantFrom(...Object.keys(DIGITS));

/** A decimal text as a fraction of whole numbers: exact, and independent of any decimal library. */
function fraction(text: string): { top: bigint; bottom: bigint } {
  const [whole = '', part = ''] = text.split('.');
  return { top: BigInt(whole + part), bottom: 10n ** BigInt(part.length) };
}

/** A count of hundredths (thousandths, …) written as a decimal text with that many places. */
function written(units: bigint, places: number): string {
  const text = String(units).padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** amount × (1 + rate × months) in minor units, half up, in whole-number arithmetic. */
function repaymentInMinorUnits(amount: string, rate: string, months: number, places: number): bigint {
  const lent = fraction(amount);
  const interest = fraction(rate);
  const top = lent.top * (interest.bottom + interest.top * BigInt(months)) * 10n ** BigInt(places);
  const bottom = lent.bottom * interest.bottom;
  return (2n * top + bottom) / (2n * bottom);
}

const amountIn = (code: string) =>
  fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }).map((units) => written(units, DIGITS[code] as number));
const priced = currency.chain((code) => fc.record({ currency: fc.constant(code), amount: amountIn(code) }));
const rate = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => written(BigInt(millionths), 6));
const months = fc.integer({ min: 0, max: 1200 });

describe('the suggested repayment', () => {
  it.each([
    ['840000', 0.3, 3, 'NGN', '1596000.00'],
    ['840000', 0.3, 3, 'JPY', '1596000'],
    ['840000', 0.3, 3, 'KWD', '1596000.000'],
    ['1000.50', 0, 12, 'NGN', '1000.50'],
    ['0.1', 0.1, 2, 'USD', '0.12'],
    ['1250', 0.05, 6, 'USDC', '1625.00'],
  ])('of %s at %d over %d months in %s is %s', (amount, interestRate, duration, code, expected) => {
    expect(suggestedRepayment({ amount, interestRate, duration, currency: code })).toBe(expected);
  });

  it.each([
    ['1.50', 0.03, 'NGN', '1.55', '1.545'],
    ['0.50', 0.01, 'USD', '0.51', '0.505'],
    ['50', 0.01, 'JPY', '51', '50.5'],
    ['0.050', 0.01, 'KWD', '0.051', '0.0505'],
    ['1.49', 0.03, 'NGN', '1.53', '1.5347'],
    ['49', 0.01, 'JPY', '49', '49.49'],
  ])(
    'of %s at %d for a month in %s is rounded half up to %s (exactly %s)',
    (amount, interestRate, code, expected) => {
      expect(suggestedRepayment({ amount, interestRate, duration: 1, currency: code })).toBe(expected);
    },
  );

  it('is exact to the last minor unit for every amount, rate and duration', () => {
    fc.assert(
      fc.property(priced, rate, months, (loan, rateText, duration) => {
        const places = DIGITS[loan.currency] as number;
        const suggested = suggestedRepayment({ ...loan, interestRate: Number(rateText), duration });
        expect(suggested).toBe(
          written(repaymentInMinorUnits(loan.amount, rateText, duration, places), places),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('is never below the amount, and never falls as the amount, the rate or the duration grows', () => {
    fc.assert(
      fc.property(
        priced,
        rate,
        months,
        rate,
        months,
        fc.bigInt(0n, 10n ** 9n),
        (loan, rateText, duration, moreRate, moreMonths, more) => {
          const terms = { ...loan, interestRate: Number(rateText), duration };
          const suggested = suggestedRepayment(terms);
          expect(compareAmounts(suggested, loan.amount)).toBeGreaterThanOrEqual(0);
          const bigger = new Big(loan.amount).plus(String(more)).toFixed();
          for (const raised of [
            { ...terms, amount: bigger },
            { ...terms, interestRate: Math.max(terms.interestRate, Number(moreRate)) },
            { ...terms, duration: Math.max(duration, moreMonths) },
          ]) {
            expect(compareAmounts(suggestedRepayment(raised), suggested)).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });

  it.each(['', '1,000', '-5', '1e3', 'abc'])('is refused for the amount "%s"', (amount) => {
    expect(() => suggestedRepayment({ amount, interestRate: 0.1, duration: 1, currency: 'NGN' })).toThrow(
      RangeError,
    );
  });
});

describe('an amount', () => {
  it('may be any positive decimal of up to 15 digits within the minor unit', () => {
    fc.assert(
      fc.property(priced, (money) => {
        expect(amountProblem(money.amount, money.currency)).toBeNull();
      }),
    );
  });

  it('keeps its value as a JSON number whenever it is accepted', () => {
    const digits = (maxLength: number) =>
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength }).map((list) => list.join(''));
    const text = fc.oneof(
      digits(18),
      fc.tuple(digits(17), digits(4)).map((parts) => parts.join('.')),
      priced.map((money) => money.amount),
    );
    let accepted = 0;
    fc.assert(
      fc.property(text, currency, (amount, code) => {
        if (amountProblem(amount, code) !== null) return;
        accepted += 1;
        const { top, bottom } = fraction(amount);
        const back = fraction(String(Number(amount)));
        expect(back.top * bottom).toBe(top * back.bottom);
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it.each([
    '',
    ' ',
    '.5',
    '5.',
    '-5',
    '+5',
    '1e3',
    '1,000',
    '1 000',
    ' 5',
    '5 ',
    '5\n',
    '0x10',
    'Infinity',
    'NaN',
    '１２',
    '٣',
    '1.2.3',
    '₦5',
  ])('must be written with digits and a point, not as %j', (text) => {
    expect(isDecimal(text)).toBe(false);
    expect(amountProblem(text, 'NGN')).toMatch(/^must be a decimal number/);
  });

  it.each(['0', '0.0', '0.00', '000'])('must be greater than 0, which %s is not', (text) => {
    expect(amountProblem(text, 'NGN')).toBe('must be greater than 0');
  });

  it('must not go below the minor unit of its currency, and the reason names the currency', () => {
    fc.assert(
      fc.property(
        currency,
        fc.integer({ min: 0, max: 99_999 }),
        fc.integer({ min: 1, max: 9 }),
        (code, units, last) => {
          const places = DIGITS[code] as number;
          const tooFine = `${written(BigInt(units), places)}${places === 0 ? '.' : ''}${last}`;
          const problem = amountProblem(tooFine, code);
          expect(problem).toContain(code);
          expect(problem).toContain(places === 0 ? 'whole' : `${places} decimal places`);
        },
      ),
    );
  });

  it('may have zeros below the minor unit', () => {
    expect(amountProblem('5.000', 'JPY')).toBeNull();
    expect(amountProblem('5.2500', 'NGN')).toBeNull();
  });

  it('must have at most 15 significant digits', () => {
    expect(amountProblem('999999999999999', 'NGN')).toBeNull();
    expect(amountProblem('1000000000000000', 'NGN')).toMatch(/at most 15 significant digits/);
    expect(amountProblem('9999999999999.99', 'NGN')).toBeNull();
    expect(amountProblem('99999999999999.99', 'NGN')).toMatch(/at most 15 significant digits/);
    expect(MAX_SIGNIFICANT_DIGITS).toBe(15);
  });
});

describe('significant digits', () => {
  it.each([
    ['0', 1],
    ['0.00', 1],
    ['007', 1],
    ['100', 3],
    ['100.00', 3],
    ['100.50', 4],
    ['0.001', 1],
    ['0.0120', 2],
    ['840000.50', 7],
  ])('of %s are %d', (text, expected) => {
    expect(significantDigits(text)).toBe(expected);
  });

  it('stay the same with zeros in front and zeros behind the fraction', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 20n),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(5),
        fc.nat(5),
        (units, places, before, behind) => {
          const text = written(units, places);
          const padded = `${'0'.repeat(before)}${text}${'0'.repeat(behind)}`;
          expect(significantDigits(padded)).toBe(significantDigits(text));
        },
      ),
    );
  });
});

describe('the minor unit', () => {
  it.each(Object.entries(DIGITS))('of %s has %d digits', (code, digits) => {
    expect(minorDigits(code)).toBe(digits);
    expect(minorDigits(` ${code.toLowerCase()}`)).toBe(digits);
  });

  it.each(['', 'N', '₦', '123', 'NG N', 'constructor'])('of the unknown code %j has 2 digits', (code) => {
    expect(minorDigits(code)).toBe(2);
  });
});

describe('the order of amounts', () => {
  it('is the order of their exact values', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 18n),
        fc.nat(6),
        fc.bigInt(0n, 10n ** 18n),
        fc.nat(6),
        (a, aPlaces, b, bPlaces) => {
          const left = a * 10n ** BigInt(bPlaces);
          const right = b * 10n ** BigInt(aPlaces);
          const expected = left < right ? -1 : left > right ? 1 : 0;
          expect(Math.sign(compareAmounts(written(a, aPlaces), written(b, bPlaces)))).toBe(expected);
        },
      ),
    );
    expect(compareAmounts('1.50', '1.5')).toBe(0);
    expect(compareAmounts('9', '10')).toBeLessThan(0);
  });
});
