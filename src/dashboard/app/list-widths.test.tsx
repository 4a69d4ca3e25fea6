import { expect, test } from 'vitest';
import { coverColumns } from '#dashboard/pages/cover/cover-columns.tsx';
import { customerColumns } from '#dashboard/pages/customers/customers-columns.tsx';
import { loanColumns } from '#dashboard/pages/loans/loans-columns.tsx';
import { memberColumns } from '#dashboard/pages/members/members-columns.tsx';
import { tokenColumns } from '#dashboard/pages/tokens/tokens-columns.tsx';
import { watchColumns } from '#dashboard/pages/tokens/watched-tokens.tsx';

/** The room of a list in a window that is 1,440 pixels wide, less a scrollbar of Windows; and what the boxes take of it. */
const ROOM = 1182 - 11;
const BOXES = 44;
const STEP = 4;

const context = { now: 0, nameOf: () => undefined };

test.each([
  ['loans', loanColumns([], context), 0],
  ['cover', coverColumns(context), 0],
  ['tokens', tokenColumns(false, 2), BOXES],
  ['tokens that were searched for', tokenColumns(true, 2), BOXES],
  ['watched tokens', watchColumns(2), BOXES],
  ['customers', customerColumns(() => ''), 0],
  ['members', memberColumns({ may: false, shown: {} } as never), 0],
])('the columns of %s that matter fit a window of 1,440 pixels', (_, columns, boxes) => {
  const shown = columns.filter(({ optional }) => !optional);
  const taken = shown.reduce((sum, { width }) => sum + Number(width.slice('w-'.length)) * STEP, boxes);
  expect(taken).toBeLessThanOrEqual(ROOM);
});
