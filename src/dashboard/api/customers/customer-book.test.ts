import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsWords, searchWords } from '#dashboard/lib/name-rank.ts';
import { CustomerBook, type CustomerColumn } from './customer-book.ts';
import { makeKey } from './customer-keys.ts';
import { type CustomerRow, readCustomers } from './customer-rows.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'É', ' ', '.', 'İ'), maxLength: 6 });
const customer = fc.record(
  {
    _id: fc.record({ email: fc.oneof(letters, fc.constantFrom('x@a.b', 'X@A.B')) }),
    name: letters,
    total_trades: fc.integer({ min: 0, max: 9 }),
    date: fc.oneof(
      fc.integer({ min: 0, max: 9 }).map((day) => `2026-01-1${day}T00:00:00.000Z`),
      fc.constant('soon'),
    ),
  },
  { requiredKeys: ['_id'] },
) as fc.Arbitrary<CustomerRow>;
const customers = fc.array(customer, { maxLength: 40 });

const customerNamed = (name: string) => ({ _id: { email: '' }, name }) as CustomerRow;

const bookOf = (rows: readonly CustomerRow[]) => new CustomerBook(readCustomers(rows));

const naive = (rows: readonly CustomerRow[], text: string, places: number[]) =>
  places.filter((place) => holdsWords(searchWords(text), [rows[place]?.name, rows[place]?._id.email]));
const everyPlace = (rows: readonly unknown[]) => rows.map((_, place) => place);

describe('all customers', () => {
  it('are found as a plain filter finds them, whatever is typed and taken back', async () => {
    await fc.assert(
      fc.asyncProperty(customers, fc.array(letters, { maxLength: 8 }), async (rows, typed) => {
        const book = bookOf(rows);
        await book.prepare();
        const { places: doubles } = book.duplicates as { places: Uint32Array };
        const order = await book.sorted({ column: 'name', direction: 'desc' });
        for (const text of typed.flatMap((whole) => Array.from(whole, (_, end) => whole.slice(0, end + 1))))
          for (const question of [
            { text, among: null, order: null },
            { text, among: null, order },
            { text, among: doubles, order: null },
            { text, among: doubles, order },
          ]) {
            const from = everyPlace(rows).filter(
              (place) => !question.among || question.among.includes(place),
            );
            const expected = naive(
              rows,
              text,
              question.order ? [...question.order].filter((place) => from.includes(place)) : from,
            );
            expect([...(book.find(question) ?? everyPlace(rows))]).toEqual(expected);
          }
      }),
      { numRuns: 60 },
    );
  });

  it('that stand there twice are counted by their e-mail, whatever its case', async () => {
    await fc.assert(
      fc.asyncProperty(customers, async (rows) => {
        const book = bookOf(rows);
        await book.prepare();
        const key = (row: CustomerRow) => row._id.email.trim().toLowerCase();
        const expected = everyPlace(rows).filter((place) => {
          const own = key(rows[place] as CustomerRow);
          return (
            own !== undefined &&
            rows[place]?._id?.email !== '' &&
            rows.filter((row) => row._id.email && key(row) === own).length > 1
          );
        });
        expect([...(book.duplicates?.places ?? [])]).toEqual(expected);
        expect(book.duplicates?.emails).toBe(
          new Set(expected.map((place) => key(rows[place] as CustomerRow))).size,
        );
        const own = rows.filter((row) => key(row) === 'x@a.b');
        expect(book.timesOf('X@a.b')).toBe(Math.max(1, own.length));
        const place = rows.findIndex((row) => key(row) === 'x@a.b');
        expect(book.withEmail('X@a.B')).toEqual(own[0]);
        expect(book.withEmail('X@a.B')).toBe(book.rows.at(place));
        const fresh = bookOf(rows);
        expect(fresh.withEmail('X@a.B')).toEqual(own[0]);
        expect(fresh.withEmail('X@a.B')).toBe(fresh.rows.at(place));
      }),
    );
  });

  it('are sorted by any column, what is missing last, and equal ones as they came', async () => {
    await fc.assert(
      fc.asyncProperty(
        customers,
        fc.constantFrom<CustomerColumn>('name', 'email', 'trades', 'last'),
        fc.constantFrom('asc' as const, 'desc' as const),
        async (rows, column, direction) => {
          const book = bookOf(rows);
          const order = await book.sorted({ column, direction });
          expect([...order].sort((a, b) => a - b)).toEqual(everyPlace(rows));
          const keys = [...order].map((place) => keyOf(rows[place] as CustomerRow, column));
          const known = keys.filter((key) => key !== undefined);
          expect(keys.slice(0, known.length)).toEqual(known);
          for (let at = 1; at < order.length; at++) {
            const [before, after] = [keys[at - 1], keys[at]];
            if (before === after) expect(order[at]).toBeGreaterThan(order[at - 1] as number);
            else if (before !== undefined && after !== undefined)
              expect(direction === 'asc' ? before < after : before > after).toBe(true);
          }
          expect(book.sortedBefore({ column, direction })).toBe(order);
        },
      ),
      { examples: [[[customerNamed('.a a'), customerNamed('.a  a')], 'name', 'asc']] },
    );
  });

  it('are found by their key, wherever it was made with the same salt', async () => {
    const { customerKey } = await import('./customer-keys.ts');
    const rows = [{ _id: { email: '' } }, { _id: { email: 'a@x.y' } }, { _id: { email: 'B@x.y' } }];
    const book = bookOf(rows);
    expect(await book.withKey('h', customerKey('h', 'b@X.y'))).toEqual(rows[2]);
    expect(await book.withKey('h', customerKey('h', 'c@x.y'))).toBeUndefined();
    expect(await book.withKey('other', customerKey('h', 'b@x.y'))).toBeUndefined();
  });

  it('are found at once in a newer book, so that a refresh of their page doesn’t empty it', async () => {
    const rows = [{ _id: { email: 'a@x.y' } }, { _id: { email: 'B@x.y' } }];
    const key = makeKey('own', 'b@x.y');
    expect(bookOf(rows).withRecentKey('own', key)).toBeUndefined();
    expect(await bookOf(rows).withKey('own', key)).toEqual(rows[1]);
    expect(bookOf(rows).withRecentKey('own', key)).toEqual(rows[1]);
  });
});

function keyOf(row: CustomerRow, column: CustomerColumn): string | number | undefined {
  if (column === 'trades') return row.total_trades;
  if (column === 'last')
    return row.date === undefined || row.date === 'soon' ? undefined : Date.parse(row.date);
  const text = (column === 'name' ? row.name : row._id.email)?.trim().toLowerCase();
  const bare = text?.normalize('NFD').replace(/\p{M}/gu, '').replace(/ +/g, ' ');
  return (column === 'name' ? bare : text) || undefined;
}
