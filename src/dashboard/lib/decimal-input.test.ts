import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount } from '#tests/support/amounts.ts';
import { conventionOf, withGroups } from './convention.ts';
import { readDecimal } from './decimal-input.ts';

const EN = { group: ',', point: '.' };
const DE = { group: '.', point: ',' };

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

test('a field groups an amount as the figures beside it do, in any language', () => {
  fc.assert(
    fc.property(amount, fc.constantFrom(...LANGUAGES), (decimal, language) => {
      const figure = new Intl.NumberFormat(language, {
        useGrouping: 'always',
        numberingSystem: 'latn',
        minimumFractionDigits: decimal.split('.')[1]?.length ?? 0,
      }).format(decimal as unknown as number);
      expect(withGroups(decimal, conventionOf(language))).toBe(figure);
    }),
    { numRuns: 1_000 },
  );
});

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
    ['US$500', 'USD', '500'],
    ['US$ 500.00', 'USD', '500.00'],
    ['₵500', 'GHS', '500'],
    ['US$500', 'NGN', null],
    ['CA$500', 'USD', null],
    ['₦500', 'GHS', null],
    ['₦500', '', null],
    ['500 NGN', '', null],
    ['₦500', undefined, null],
  ])('with a sign behind its country, or by itself: %s for %s', (text, currency, decimal) => {
    const read = readDecimal(text, { convention: EN, currency });
    expect(read).toMatchObject(decimal === null ? { kind: 'problem' } : { kind: 'decimal', decimal });
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
