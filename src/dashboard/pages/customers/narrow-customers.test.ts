import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldEmail } from '#dashboard/api/customers/customer-keys.ts';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import { holdsWords, searchWords } from '#dashboard/lib/name-rank.ts';
import { narrower } from './narrow-customers.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'É', ' ', '.', 'İ', 'Σ'), maxLength: 6 });
const customer = fc.record(
  { _id: fc.record({ email: fc.oneof(letters, fc.constantFrom('x@a.b', 'X@A.B')) }), name: letters },
  { requiredKeys: ['_id'] },
) as fc.Arbitrary<CustomerRow>;

it('finds what a plain filter finds, whatever is typed and taken back, and however duplicates are asked for', () => {
  const emails = new Set(['x@a.b', 'a']);
  const question = fc.record({ whole: letters, among: fc.constantFrom(null, emails) });
  fc.assert(
    fc.property(fc.array(customer, { maxLength: 40 }), fc.array(question), (rows, questions) => {
      const narrow = narrower(rows);
      for (const { whole, among } of questions) {
        const texts = Array.from(whole, (_, end) => whole.slice(0, end + 1));
        for (const text of [...texts, ...texts.toReversed(), '']) {
          const expected = rows.filter(
            ({ name, _id: { email } }) =>
              holdsWords(searchWords(text), [name, email]) && (!among || among.has(foldEmail(email))),
          );
          expect(narrow(text, among)).toEqual(expected);
        }
      }
    }),
    { numRuns: 60 },
  );
});
