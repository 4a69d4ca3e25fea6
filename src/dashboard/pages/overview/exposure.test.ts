import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loanTiming } from '#contract/loan-timing.ts';
import { totalsOf } from '#dashboard/api/loans/loan-book.ts';
import {
  NO_FILTER,
  passes,
  readLoanFilter,
  UNREADABLE_MONTH,
  withLoanFilter,
} from '#dashboard/api/loans/loan-filter.ts';
import { atOnce, inSlices } from '#dashboard/lib/slices.ts';
import { type Loan, loans, NOW, sumsOf } from '#tests/support/any-loans.ts';
import { exposureOf } from './exposure.ts';

const context = { now: NOW, nameOf: () => undefined };
const isOpen = (one: Loan) => loanTiming(one, NOW).state !== 'closed';

/** The rungs of every currency. */
function rungsOf(all: readonly Loan[]) {
  const { currencies } = atOnce(exposureOf(all, NOW, null));
  return currencies.flatMap(({ currency, rungs }) => rungs.map((rung) => ({ ...rung, currency })));
}

test('the sums of the ladder’s rungs are the sums of the loans that are not closed, in each currency', () => {
  fc.assert(
    fc.property(loans, (all) => {
      const rungs = rungsOf(all);
      const totals = atOnce(totalsOf(all.filter(isOpen)));
      expect(new Set(rungs.map(({ currency }) => currency))).toEqual(
        new Set(totals.map(({ currency }) => currency)),
      );
      for (const own of totals) {
        const parts = rungs.filter(({ currency }) => currency === own.currency).map((rung) => rung.totals);
        expect(sumsOf(parts)).toEqual(sumsOf([own]));
      }
    }),
  );
});

test('every loan that is not closed is in exactly one rung, unreadable dates in one of their own', () => {
  fc.assert(
    fc.property(loans, (all) => {
      const rungs = rungsOf(all);
      const keys = rungs.map(({ currency, month, state }) => JSON.stringify([currency, month, state]));
      expect(new Set(keys).size).toBe(keys.length);
      expect(rungs.reduce((count, { totals }) => count + totals.count, 0)).toBe(all.filter(isOpen).length);
      const undated = all.filter((one) => isOpen(one) && loanTiming(one, NOW).dueAt === null);
      const unreadable = rungs.filter(({ month }) => month === UNREADABLE_MONTH);
      expect(unreadable.reduce((count, { totals }) => count + totals.count, 0)).toBe(undated.length);
    }),
  );
});

test('the link of each rung leads to exactly its loans', () => {
  fc.assert(
    fc.property(loans, (all) => {
      for (const rung of rungsOf(all)) {
        const link = withLoanFilter(new URLSearchParams(), {
          ...NO_FILTER,
          month: rung.month,
          state: [rung.state],
          currency: [rung.currency],
        });
        const filter = readLoanFilter(new URLSearchParams(link.toString()));
        const behind = all.filter((one) => passes(one, filter, context));
        expect(sumsOf(atOnce(totalsOf(behind)))).toEqual(sumsOf([rung.totals]));
      }
    }),
  );
});

test('what is open is the sum of the loans that are not closed, in each currency', () => {
  fc.assert(
    fc.property(loans, (all) => {
      const { currencies } = atOnce(exposureOf(all, NOW, null));
      expect(currencies.map(({ open }) => open)).toEqual(atOnce(totalsOf(all.filter(isOpen))));
    }),
  );
});

test('the loans since the last visit are those of the list that their figure leads to, whatever their dates say', () => {
  const since = '2026-11-20T08:00:00.000Z';
  const dates = fc.constantFrom(
    ...[undefined, '', 'soon', '2026-11-20T08:00:00.000Z', '2026-11-20T07:59:59.999Z', '2026-11-21'],
    ...['2026-11-21T09:00:00+02:00', '2026-11-21 09:00:00', 'Sat Nov 21 2026', '2026'],
  );
  fc.assert(
    fc.property(loans, fc.array(fc.tuple(dates, dates), { minLength: 60, maxLength: 60 }), (all, times) => {
      const dated = all.map((one, place) => {
        const [created_at, updated_at] = times[place] ?? [];
        return { ...one, created_at, updated_at };
      });
      const { changed } = atOnce(exposureOf(dated, NOW, Date.parse(since)));
      for (const [currency, { made, altered }] of changed) {
        const filter = { ...NO_FILTER, currency: [currency], since };
        expect(dated.filter((one) => passes(one, filter, context))).toHaveLength(made + altered);
      }
    }),
  );
});

test('work that was taken back ends', async () => {
  const abort = new AbortController();
  abort.abort();
  await expect(inSlices(exposureOf([], NOW, null), abort.signal)).rejects.toThrow();
});
