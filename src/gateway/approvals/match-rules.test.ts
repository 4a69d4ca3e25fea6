import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApprovalRules, type LoanState, RULES_OFF } from '#contract/approvals.ts';
import { isWorse, matchLoan, matchRun } from './match-rules.ts';

const cents = fc.integer({ min: 1, max: 1_000_000_000 });
const money = (amount: number) => (amount / 100).toFixed(2);
const figure = fc.option(fc.double({ min: 0, max: 3, noNaN: true }));
const state: fc.Arbitrary<LoanState> = fc.record({
  collateralValue: fc.constant('1000'),
  loanToValue: figure,
  termsLimit: figure,
  late: fc.option(fc.nat(5)),
});
const rules: fc.Arbitrary<ApprovalRules> = fc.record({
  runLines: fc.record({ on: fc.boolean(), above: fc.nat(100) }),
  loanAmount: fc.record({ on: fc.boolean(), above: cents.map((amount) => ({ NGN: money(amount) })) }),
  loanToValue: fc.record({ on: fc.boolean(), above: fc.double({ min: 0, max: 3, noNaN: true }) }),
  lateBorrower: fc.record({ on: fc.boolean() }),
  changedRules: fc.record({ on: fc.boolean() }),
  expiresAfterHours: fc.constant(24),
});
const names = (matched: ReturnType<typeof matchLoan>) => matched.map(({ rule }) => rule);

describe('rules that a loan matches', () => {
  it('are none where all are off', () => {
    fc.assert(
      fc.property(cents, state, (amount, loan) => {
        expect(matchLoan(RULES_OFF, { amount: money(amount), currency: 'NGN' }, loan)).toEqual([]);
      }),
    );
  });

  it('follow each limit by itself, and what is not known counts as above it', () => {
    fc.assert(
      fc.property(rules, cents, state, (inForce, amount, loan) => {
        const matched = names(matchLoan(inForce, { amount: money(amount), currency: 'NGN' }, loan));
        const { loanAmount, loanToValue, lateBorrower } = inForce;
        const limit = Math.round(Number(loanAmount.above.NGN) * 100);
        expect(matched.includes('loanAmount')).toBe(loanAmount.on && amount > limit);
        const ltv = loan.loanToValue;
        expect(matched.includes('loanToValue')).toBe(
          loanToValue.on && (ltv === null || ltv > loanToValue.above),
        );
        expect(matched.includes('lateBorrower')).toBe(lateBorrower.on && loan.late !== 0);
      }),
    );
  });

  it('have no limit for a currency without an amount, whatever it is called', () => {
    const inForce = { ...RULES_OFF, loanAmount: { on: true, above: { NGN: '1' } } };
    const loan: LoanState = { collateralValue: null, loanToValue: null, termsLimit: null, late: null };
    for (const currency of ['USD', 'toString', '__proto__']) {
      expect(matchLoan(inForce, { amount: '999999', currency }, loan)).toEqual([]);
    }
  });

  it.each([
    { limit: 'NGN', currency: 'ngn' },
    { limit: 'NGN', currency: ' Ngn ' },
    { limit: 'ngn', currency: 'NGN' },
  ])('limit $currency by the amount for $limit: a service may take both', ({ limit, currency }) => {
    const inForce = { ...RULES_OFF, loanAmount: { on: true, above: { [limit]: '100' } } };
    const loan: LoanState = { collateralValue: null, loanToValue: null, termsLimit: null, late: null };
    expect(matchLoan(inForce, { amount: '100', currency }, loan)).toEqual([]);
    expect(matchLoan(inForce, { amount: '101', currency }, loan)).toEqual([
      { rule: 'loanAmount', currency, above: '100', is: '101' },
    ]);
  });

  it('compare amounts as decimals, not as floating-point numbers', () => {
    const inForce = { ...RULES_OFF, loanAmount: { on: true, above: { NGN: '100000000000000.1' } } };
    const loan: LoanState = { collateralValue: null, loanToValue: null, termsLimit: null, late: null };
    expect(matchLoan(inForce, { amount: '100000000000000.10', currency: 'NGN' }, loan)).toEqual([]);
    expect(matchLoan(inForce, { amount: '100000000000000.11', currency: 'NGN' }, loan)).toHaveLength(1);
  });
});

it('a run needs approval above its number of lines, not at it', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.nat(200), (above, lines) => {
      const inForce = { ...RULES_OFF, runLines: { on: true, above } };
      expect(matchRun(inForce, lines)).toHaveLength(lines > above ? 1 : 0);
      expect(matchRun(RULES_OFF, lines)).toEqual([]);
    }),
  );
});

describe('another look', () => {
  it('is never worse if nothing has changed', () => {
    fc.assert(
      fc.property(rules, cents, state, (inForce, amount, loan) => {
        const because = matchLoan(inForce, { amount: money(amount), currency: 'NGN' }, loan);
        expect(isWorse({ because, loan }, { because, loan })).toBe(false);
      }),
    );
  });

  it('is worse once the loan-to-value has passed what the terms allow', () => {
    const shown = { collateralValue: '100', loanToValue: 0.5, termsLimit: 0.7, late: 0 };
    const now = { ...shown, loanToValue: 0.71 };
    expect(isWorse({ because: [], loan: shown }, { because: [], loan: now })).toBe(true);
    expect(isWorse({ because: [], loan: now }, { because: [], loan: now })).toBe(false);
  });

  const loan: LoanState = { collateralValue: '100', loanToValue: 0.5, termsLimit: 0.97, late: 1 };
  it.each([
    { what: 'its loan-to-value has risen', now: { loanToValue: 0.95 }, worse: true },
    { what: 'its loan-to-value reads as more', now: { loanToValue: 0.50001 }, worse: true },
    { what: 'its loan-to-value has fallen', now: { loanToValue: 0.4 }, worse: false },
    { what: 'its loan-to-value has become unknown', now: { loanToValue: null }, worse: true },
    { what: 'more loans of the borrower are late', now: { late: 2 }, worse: true },
    { what: 'fewer loans of the borrower are late', now: { late: 0 }, worse: false },
    { what: 'it is no longer known how many are late', now: { late: null }, worse: true },
  ])('is worse if $what: $worse, whichever rules are on', ({ now, worse }) => {
    expect(isWorse({ because: [], loan }, { because: [], loan: { ...loan, ...now } })).toBe(worse);
  });

  it('is not worse if its loan-to-value has risen by less than is shown of it', () => {
    const shown = { ...loan, loanToValue: 0.618231 };
    expect(
      isWorse({ because: [], loan: shown }, { because: [], loan: { ...shown, loanToValue: 0.618299 } }),
    ).toBe(false);
    expect(
      isWorse({ because: [], loan: shown }, { because: [], loan: { ...shown, loanToValue: 0.618301 } }),
    ).toBe(true);
  });

  it('is not worse if what was not known when it was shown has become known', () => {
    const unknown: LoanState = { ...loan, loanToValue: null, late: null };
    expect(isWorse({ because: [], loan: unknown }, { because: [], loan })).toBe(false);
  });

  it.each([
    { limit: '900', worse: true },
    { limit: '1000.00', worse: false },
    { limit: '1100', worse: false },
  ])('is worse if the limit that it passes is lower, from 1000 to $limit: $worse', ({ limit, worse }) => {
    const passed = (above: string) =>
      matchLoan(
        { ...RULES_OFF, loanAmount: { on: true, above: { NGN: above } } },
        { amount: '5000', currency: 'NGN' },
        loan,
      );
    expect(isWorse({ because: passed('1000'), loan }, { because: passed(limit), loan })).toBe(worse);
  });
});
