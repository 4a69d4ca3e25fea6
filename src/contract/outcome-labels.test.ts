import { expect, test } from 'vitest';
import { ERROR_CODES } from './errors.ts';
import { JOURNAL_OUTCOMES } from './operations.ts';
import { labelOfCancellation } from './outcome-labels.ts';

test('every outcome and final refusal of a cancellation has a label of its own', () => {
  const open = { code: null, status: null };
  const refusals = [
    ...Object.entries(ERROR_CODES).map(([code, { status }]) => ({ code, status })),
    { code: null, status: 404 },
  ];
  const labels = [
    ...JOURNAL_OUTCOMES.map((outcome) => labelOfCancellation({ outcome, ...open })),
    ...refusals.map((refusal) => labelOfCancellation({ outcome: 'refused', ...refusal })),
  ];
  expect(new Set(labels).size).toBe(JOURNAL_OUTCOMES.length + refusals.length);
  expect(labels).toEqual(
    expect.arrayContaining(['Cancelled', 'Not cancelled', 'Already cancelled', 'Not found']),
  );
});
