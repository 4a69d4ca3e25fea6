import { expect, test } from 'vitest';
import { readColumns, readSort, writeColumns, writeSort } from './table-state.ts';

const columns = [
  { id: 'name', required: true },
  { id: 'amount', sortable: true },
  { id: 'due', sortable: { by: () => 1 } },
  { id: 'status' },
  { id: 'note', optional: true },
];
const unasked = ['name', 'amount', 'due', 'status'];

test.each([
  ['nothing', null, null],
  ['a column', 'amount', { column: 'amount', direction: 'asc' }],
  ['a column, downwards', '-due', { column: 'due', direction: 'desc' }],
  ['an empty text', '', null],
  ['a minus alone', '-', null],
  ['two minuses', '--amount', null],
  ['a column that does not sort', 'status', null],
  ['an unknown column', 'password', null],
  ['what every object has', 'constructor', null],
  ['the prototype', '__proto__', null],
  ['other letters', 'AMOUNT', null],
  ['a blank', ' amount', null],
  ['a script', '<script>alert(1)</script>', null],
  ['a list', 'amount,due', null],
  ['a control character', 'amount\u0000', null],
  ['a very long text', 'amount'.repeat(100_000), null],
])('the sort of an address with %s', (_, text, sort) => {
  expect(readSort(text, columns)).toEqual(sort);
});

test.each([
  ['nothing', null, unasked],
  ['an empty text', '', unasked],
  ['some of them', 'name,due', ['name', 'due']],
  ['another order', 'status,name', ['status', 'name']],
  ['one that is optional', 'name,note', ['name', 'note']],
  ['none that is required', 'due,amount', ['name', 'due', 'amount']],
  ['the same twice', 'name,due,due', ['name', 'due']],
  ['unknown ones among them', 'name,password,due', ['name', 'due']],
  ['none but unknown ones', 'password,secret', unasked],
  ['commas alone', ',,,,', unasked],
  ['what every object has', '__proto__,constructor,toString', unasked],
  ['a script', '<script>alert(1)</script>', unasked],
  ['blanks', ' name , due ', unasked],
  ['a very long text', 'due,'.repeat(100_000), ['name', 'due']],
  ['a very long name before a known one', `${'x'.repeat(100_000)},due`, unasked],
])('the columns of an address with %s', (_, text, ids) => {
  expect(readColumns(text, columns)).toEqual(ids);
});

test('what is shown unasked leaves the address alone', () => {
  expect(writeColumns(unasked, columns)).toBeNull();
  expect(writeColumns(['name', 'due'], columns)).toBe('name,due');
  expect(writeSort(null)).toBeNull();
});

test('what is written is read as it was', () => {
  for (const text of ['amount', '-amount', 'due']) expect(writeSort(readSort(text, columns))).toBe(text);
  const ids = ['due', 'name', 'note'];
  expect(readColumns(writeColumns(ids, columns), columns)).toEqual(ids);
});
