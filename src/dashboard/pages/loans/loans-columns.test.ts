import { expect, test } from 'vitest';
import { loanColumns, loanFile } from './loans-columns.tsx';

const context = { now: Date.UTC(2026, 10, 27), nameOf: () => undefined };

test('a file of loans has a column for each of the list, the interest among them', () => {
  const file = loanFile(context);
  const lacking = loanColumns([], context)
    .map(({ header }) => String(header))
    .filter(
      (header) => !file.some(({ heading }) => heading.startsWith(header.replace('Monthly rate', 'Monthly'))),
    );
  expect(lacking).toEqual([]);
  const loan = {
    ...{ id: 'l', borrower: 'b', currency: 'USD', status: 'ACTIVE' },
    ...{ amount: 0.1, repayment_amount: 0.3 },
  };
  expect(file.find(({ heading }) => heading === 'Interest')?.cell(loan)).toBe('0.2');
});
