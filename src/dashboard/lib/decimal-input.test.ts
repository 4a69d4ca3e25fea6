import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  conventionOf,
  decimalOf,
  exactNumber,
  isCanonical,
  percentOfRate,
  rateOfPercent,
  readDecimal,
  regroup,
  shifted,
  trimmed,
  withGroups,
} from './decimal-input.ts';

const EN = { group: ',', point: '.' };
const DE = { group: '.', point: ',' };

/** Plain decimals of an amount: without leading zeros, with at most two fraction digits. */
const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.constantFrom(0, 1, 2), fc.nat(99))
  .map(([whole, digits, fraction]) =>
    digits === 0 ? `${whole}` : `${whole}.${String(fraction).padStart(2, '0').slice(0, digits)}`,
  );

/** Languages whose writing of numbers differs in every way there is. */
const LANGUAGES = [
  ...[
    'en',
    'en-IN',
    'en-ZA',
    'en-NG',
    'de',
    'de-AT',
    'de-CH',
    'fr',
    'fr-CH',
    'es',
    'es-MX',
    'pt',
    'pt-PT',
    'it',
  ],
  ...[
    'pl',
    'ru',
    'sv',
    'nb',
    'fi',
    'cs',
    'bg',
    'et',
    'tr',
    'nl',
    'hi',
    'bn',
    'mr',
    'ne',
    'ar',
    'ar-EG',
    'fa',
    'ur',
  ],
  ...['he', 'ja', 'zh', 'ko', 'th', 'my', 'yo', 'ha', 'ig', 'sw', 'am', 'ff-Adlm', 'ckb', 'dz', 'sat'],
];
const NUMERALS = [
  'latn',
  'arab',
  'arabext',
  'beng',
  'deva',
  'fullwide',
  'mymr',
  'thai',
  'tibt',
  'adlm',
  'olck',
];

const decimalIn = (text: string, rules: Parameters<typeof readDecimal>[1] = { convention: EN }) => {
  const reading = readDecimal(text, rules);
  return reading.kind === 'decimal' ? reading.decimal : reading.kind;
};

describe('reading', () => {
  test('gives back exactly what any language wrote, in any numerals', () => {
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(...NUMERALS),
        (decimal, language, numerals) => {
          const written = new Intl.NumberFormat(language, {
            numberingSystem: numerals,
            minimumFractionDigits: decimal.split('.')[1]?.length ?? 0,
          }).format(decimal as unknown as number);
          expect(decimalIn(written, { convention: conventionOf(language) })).toBe(decimal);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('pasted from any language into a field of another, is exact or refused, never another amount', () => {
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom('en', 'de', 'fr'),
        (decimal, from, to) => {
          const written = new Intl.NumberFormat(from, {
            minimumFractionDigits: decimal.split('.')[1]?.length ?? 0,
          }).format(decimal as unknown as number);
          expect([decimal, 'problem']).toContain(decimalIn(written, { convention: conventionOf(to) }));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('takes the currency along, and no other', () => {
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom('NGN', 'USD', 'EUR', 'GHS'),
        fc.constantFrom('code', 'symbol', 'narrowSymbol'),
        (decimal, currency, display) => {
          const format = new Intl.NumberFormat('en', {
            style: 'currency',
            currency,
            currencyDisplay: display as 'code',
            minimumFractionDigits: decimal.split('.')[1]?.length ?? 0,
          });
          const written = format.format(decimal as unknown as number);
          expect(decimalIn(written, { convention: EN, currency })).toBe(decimal);
        },
      ),
    );
    expect(readDecimal('₦1,234.50', { convention: EN, currency: 'USD' })).toMatchObject({ kind: 'problem' });
    expect(readDecimal('USD 5', { convention: EN, currency: 'NGN' })).toMatchObject({
      problem: 'That names another currency than NGN, the loan’s.',
    });
  });

  test.each([
    ['1,234.50', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1 234,50', '1234.50'],
    ['₦1,234.50', '1234.50'],
    ['１，２３４．５０', '1234.50'],
    ['1’234.50', '1234.50'],
    ["1'234.50", '1234.50'],
    ['1.234,50', '1234.50'],
    ['12,34,567.5', '1234567.5'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['  42  ', '42'],
    ['+42', '42'],
    ['0.05', '0.05'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1,5', '1.5'],
    ['1234567890123456789012345678901234567890', '1234567890123456789012345678901234567890'],
    ['', 'empty'],
    [' ', 'empty'],
    ['-5', 'problem'],
    ['−5', 'problem'],
    ['(5)', 'problem'],
    ['5-', 'problem'],
    ['1e6', 'problem'],
    ['12 apples', 'problem'],
    ['1k', 'problem'],
    ['0x10', 'problem'],
    ['NaN', 'problem'],
    ['1,2,3', 'problem'],
    ['1,23,4', 'problem'],
    ['1,234,50', 'problem'],
    ['1.2.3', 'problem'],
    ['1.234,567,8', 'problem'],
    ['1,234.5.6', 'problem'],
    ['1.5 5', 'problem'],
    ['.', 'problem'],
    [',', 'problem'],
    ['5/2', 'problem'],
    ['½', 'problem'],
  ])('%s is %s', (text, read) => {
    expect(decimalIn(text, { convention: EN, currency: 'NGN' })).toBe(read);
  });

  test('says so where one separator could be read otherwise, and the field decides', () => {
    expect(readDecimal('1,234', { convention: EN })).toEqual({
      kind: 'decimal',
      decimal: '1234',
      decided: true,
    });
    expect(readDecimal('1.234', { convention: DE })).toEqual({
      kind: 'decimal',
      decimal: '1234',
      decided: true,
    });
    expect(readDecimal('1.234', { convention: EN, digits: 3 })).toEqual({
      kind: 'decimal',
      decimal: '1.234',
      decided: true,
    });
    expect(readDecimal('1.234', { convention: EN })).toEqual({
      kind: 'problem',
      problem: '“1.234” could be 1,234 or a fraction of three digits. Write 1,234, or 1.23.',
    });
    expect(readDecimal('0,234', { convention: EN, digits: 3 })).toMatchObject({
      decimal: '0.234',
      decided: false,
    });
  });

  test('never throws, and gives nothing but digits and a point', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const reading = readDecimal(text, { convention: EN });
        if (reading.kind === 'decimal') expect(reading.decimal).toMatch(/^\d+(?:\.\d+)?$/);
      }),
    );
  });
});

describe('typing', () => {
  const type = (keys: string, convention = EN) => {
    let text = '';
    for (const key of keys)
      text = regroup(text, { text: text + key, caret: text.length + 1 }, convention).text;
    return text;
  };

  test('groups as it goes, and reads back the very digits', () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(EN, DE, { group: ' ', point: ',' }), (decimal, convention) => {
        const shown = type(decimal.replace('.', convention.point), convention);
        expect(shown).toBe(withGroups(decimal, convention));
        expect(isCanonical(shown, convention)).toBe(true);
        expect(decimalIn(shown, { convention, digits: 2 })).toBe(decimal);
      }),
    );
  });

  test('takes separators that somebody types along', () => {
    expect(type('1,234,567.50')).toBe('1,234,567.50');
    expect(type('1234,50')).toBe('1,234,50');
    expect(decimalIn(type('1234,50'))).toBe('problem');
  });

  test('keeps the caret behind the same digit, wherever one is put in or taken out', () => {
    fc.assert(
      fc.property(amount, fc.nat(20), fc.constantFrom('7', ''), (decimal, at, digit) => {
        const before = withGroups(decimal, EN);
        const place = Math.min(at, before.length);
        const removes = digit === '' && place > 0;
        const text = removes
          ? before.slice(0, place - 1) + before.slice(place)
          : before.slice(0, place) + digit + before.slice(place);
        const caret = removes ? place - 1 : place + digit.length;
        const after = regroup(before, { text, caret }, EN);
        const digitsRight = (value: string, from: number) => value.slice(from).replace(/,/g, '');
        // Leading zeros may fall away left of the caret; nothing right of it ever does.
        expect(digitsRight(after.text, after.caret)).toBe(digitsRight(text, caret));
      }),
    );
  });

  test('a first digit is changed for another without a loss of the zeros behind it', () => {
    const emptied = regroup('1,000,000', { text: ',000,000', caret: 0 }, EN);
    expect(emptied).toEqual({ text: '000000', caret: 0 });
    expect(regroup(emptied.text, { text: '2000000', caret: 1 }, EN)).toEqual({ text: '2,000,000', caret: 2 });
    // Left as it is, it can be read in one way only.
    expect(regroup('10,250', { text: '0,250', caret: 0 }, EN).text).toBe('0250');
    expect(decimalIn('0250')).toBe('0250');
  });

  test('Backspace behind a separator takes the digit before it', () => {
    expect(regroup('1,234', { text: '1234', caret: 1 }, EN)).toEqual({ text: '234', caret: 0 });
  });
});

describe('moving the point', () => {
  test('is exact there and back', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 12 }), (decimal, places) => {
        expect(shifted(shifted(decimal, places), -places)).toBe(trimmed(decimal));
        expect(percentOfRate(rateOfPercent(decimal))).toBe(trimmed(decimal));
      }),
    );
  });

  test.each([
    ['2.5', '0.025'],
    ['0', '0'],
    ['100', '1'],
    ['7.1', '0.071'],
    ['0.000001', '0.00000001'],
  ])('%s percent is %s', (percent, rate) => {
    expect(rateOfPercent(percent)).toBe(rate);
    expect(percentOfRate(rate)).toBe(percent);
  });
});

describe('numbers of answers and requests', () => {
  test('become decimals and back without loss', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e15, noNaN: true }), (value) => {
        const decimal = decimalOf(value);
        expect(decimal).toMatch(/^\d+(?:\.\d+)?$/);
        expect(Number(decimal)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test('that would be sent as another number are refused', () => {
    expect(exactNumber('0.1')).toBe(0.1);
    expect(exactNumber('1.50')).toBe(1.5);
    expect(exactNumber('12345678901234567.5')).toBeNull();
    expect(decimalOf(-1)).toBeNull();
    expect(decimalOf(Number.NaN)).toBeNull();
    expect(decimalOf(1e21)).toBe('1000000000000000000000');
    expect(decimalOf(1.5e-7)).toBe('0.00000015');
  });
});
