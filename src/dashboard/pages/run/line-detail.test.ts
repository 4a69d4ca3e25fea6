import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AUTHORS, JOURNAL_OUTCOMES } from '#contract/operations.ts';
import type { RunLine } from '#contract/runs.ts';
import { lineDetail } from './run-lines.tsx';

const line: RunLine = {
  line: 1,
  memberId: 'm',
  orderId: 'o',
  outcome: 'done',
  by: 'this-request',
  code: null,
  message: null,
  status: 200,
  at: null,
  requestId: null,
  entry: 'e',
};

test('every line can be described, whatever its outcome', () => {
  fc.assert(
    fc.property(
      fc.record({
        outcome: fc.constantFrom(...JOURNAL_OUTCOMES),
        by: fc.constantFrom(null, ...AUTHORS),
        code: fc.option(fc.string(), { nil: null }),
        message: fc.option(fc.string(), { nil: null }),
        status: fc.option(fc.integer({ min: 100, max: 599 }), { nil: null }),
      }),
      (part) => {
        expect(typeof lineDetail({ ...line, ...part })).toBe('string');
      },
    ),
  );
});

test.each([
  [
    'says that another request may have cancelled it',
    { by: 'this-or-earlier' },
    'By this or an earlier request: the answer was lost.',
  ],
  [
    'quotes a refusal that is not documented',
    { outcome: 'refused', status: 422, message: 'Closed today' },
    '“Closed today”',
  ],
  [
    'says what to do about one that is',
    { outcome: 'refused', status: 404 },
    'Check both IDs: one may be mistyped or belong to another organisation.',
  ],
  [
    'says who stopped the run',
    { outcome: 'not-sent', message: 'Ada stopped the run.' },
    'Ada stopped the run.',
  ],
  ['is empty if the outcome says everything', {}, ''],
] as const)('the detail of a line %s', (_, part, detail) => {
  expect(lineDetail({ ...line, ...part } as RunLine)).toBe(detail);
});
