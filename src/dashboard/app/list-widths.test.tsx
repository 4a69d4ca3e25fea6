import { expect, test } from 'vitest';
import { coverColumns } from '#dashboard/pages/cover/cover-columns.tsx';
import { customerColumns } from '#dashboard/pages/customers/customers-columns.tsx';
import { loanColumns } from '#dashboard/pages/loans/loans-columns.tsx';
import { memberColumns } from '#dashboard/pages/members/members-columns.tsx';
import { tokenColumns } from '#dashboard/pages/tokens/tokens-columns.tsx';
import { watchColumns } from '#dashboard/pages/tokens/watched-tokens.tsx';

/** The room of a list in a window of so many pixels, less a scrollbar of Windows; and what the boxes take of it. */
const ROOM = { '1,280': 1022 - 11, '1,440': 1182 - 11 };
const BOXES = 44;
const STEP = 4;

const context = { now: 0, nameOf: () => undefined };

test.each([
  ['loans', '1,280', loanColumns([], context), 0],
  ['cover', '1,440', coverColumns({ ...context, mayRecord: true }), 0],
  ['tokens', '1,440', tokenColumns(false, 2), BOXES],
  ['tokens that were searched for', '1,440', tokenColumns(true, 2), BOXES],
  ['watched tokens', '1,440', watchColumns(2), BOXES],
  ['customers', '1,280', customerColumns(() => ''), 0],
  ['members', '1,280', memberColumns({ may: false, shown: {} } as never), 0],
] as const)('the columns of %s that matter fit a window of %s pixels', (_, window, columns, boxes) => {
  const shown = columns.filter(({ optional }) => !optional);
  const taken = shown.reduce<number>(
    (sum, { width }) => sum + Number(width.slice('w-'.length)) * STEP,
    boxes,
  );
  expect(taken).toBeLessThanOrEqual(ROOM[window]);
});
