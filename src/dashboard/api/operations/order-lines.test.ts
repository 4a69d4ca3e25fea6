import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_RUN_LINES } from '#contract/runs.ts';
import { atOnce } from '#dashboard/lib/slices.ts';
import { readOrderLines } from './order-lines.ts';

const verdicts = (text: string, member?: string) =>
  atOnce(readOrderLines(text, member ?? null)).lines.map(
    ({ line, member: of, order, verdict }) => [line, of, order, verdict] as const,
  );

describe('lines of member and order', () => {
  test.each([
    ['commas', 'm1,o1'],
    ['a comma and a space', 'm1, o1'],
    ['tabs', 'm1\to1'],
    ['semicolons', 'm1;o1'],
    ['spaces', '  m1   o1 '],
    ['quotes', '"m1","o1"'],
    ['further columns', 'm1,o1,Active,Buy'],
    ['pipes', 'm1 | o1'],
    ['the pipes of a table', '  | m1 | o1 |'],
    ['pipes, with further columns', '|m1|o1|Active|'],
    ['a byte order mark and CRLF', '\uFEFFm1,o1\r\n'],
    ['old line ends', 'm1,o1\r'],
  ])('are told apart by %s', (_, text) => {
    expect(verdicts(text)).toEqual([[1, 'm1', 'o1', 'ready']]);
  });

  test.each(['• m1 o1', '- m1, o1', '* m1;o1', '1. m1 o1', '12) m1,o1', '  – m1\to1'])(
    'are read as the items of a list: %s',
    (text) => {
      expect(verdicts(text)).toEqual([[1, 'm1', 'o1', 'ready']]);
    },
  );

  test('of one member are read as the items of a list, too', () => {
    expect(verdicts('1. o1\n2. o2\n- o3', 'm1')).toEqual([
      [1, 'm1', 'o1', 'ready'],
      [2, 'm1', 'o2', 'ready'],
      [3, 'm1', 'o3', 'ready'],
    ]);
  });

  test('are read as the rows of a Markdown table', () => {
    const table = '| Order ID | Member ID |\n| :--- | ---: |\n| o1 | m1 |\n| o2 | m2 |';
    expect(verdicts(table)).toEqual([
      [3, 'm1', 'o1', 'ready'],
      [4, 'm2', 'o2', 'ready'],
    ]);
    expect(verdicts('Member | Order\n--- | ---\nm1 | o1')).toEqual([[3, 'm1', 'o1', 'ready']]);
    expect(verdicts('- m1 | o1\n1. m2 | o2')).toEqual([
      [1, 'm1', 'o1', 'ready'],
      [2, 'm2', 'o2', 'ready'],
    ]);
    expect(verdicts('| Order |\n|---|\n| o1 |\n| o2 |', 'm1')).toEqual([
      [3, 'm1', 'o1', 'ready'],
      [4, 'm1', 'o2', 'ready'],
    ]);
  });

  test('keep a pipe that is part of a further column', () => {
    expect(verdicts('Note,Member ID,Order ID\na|b,m1,o1')).toEqual([[2, 'm1', 'o1', 'ready']]);
    expect(verdicts('m1,o1|o2')).toMatchObject([[1, 'm1', 'o1|o2', 'malformed']]);
    expect(verdicts('m1 | | o1')).toMatchObject([[1, 'm1', '', 'malformed']]);
  });

  test('keep a column of numbers in a table', () => {
    expect(verdicts('No.\tMember ID\tOrder ID\n1.\tm1\to1\n2.,m1,o2')).toMatchObject([
      [2, 'm1', 'o1', 'ready'],
      [3, 'm1', 'o2', 'ready'],
    ]);
  });

  test.each(['ID,Member ID,Order ID\n1,m1,o1', 'User,Member ID,Order ID\nada,m1,o1'])(
    'go by the names that say most: %s',
    (text) => {
      const { lines } = atOnce(readOrderLines(text));
      expect(lines.map(({ member, order, verdict }) => [member, order, verdict])).toEqual([
        ['m1', 'o1', 'ready'],
      ]);
    },
  );

  test('take every id that an import takes (docs/import.md)', () => {
    for (const id of ['m-1', 'M_1', 'm.1', 'm:1', 'ada@coop']) {
      expect(atOnce(readOrderLines(`${id},o1`)).counts.ready).toBe(1);
    }
  });

  test('go by a header, whichever order its columns have, and keep their numbers', () => {
    const text = '\uFEFFstatus,"Order ID",Member_Id\r\nActive,o1,m1\r\n\r\nActive,o2,m1\r\n';
    expect(verdicts(text)).toEqual([
      [2, 'm1', 'o1', 'ready'],
      [4, 'm1', 'o2', 'ready'],
    ]);
  });

  test('say what is wrong with them', () => {
    const text = ['m1', 'm 1,o1', 'm1,../o1', 'm1,..', 'm1,"o1', ',o1', 'm1,o\u00001', 'm1,é', 'a b c'].join(
      '\n',
    );
    const { lines } = atOnce(readOrderLines(text));
    expect(lines.map(({ problem }) => problem)).toEqual([
      'The order ID is missing. Each line needs a member ID and an order ID.',
      'The member ID contains a space.',
      'The order ID contains a slash.',
      'The order ID consists of dots only.',
      'A quotation mark is not closed.',
      'The member ID is missing.',
      'The order ID contains “U+0000”, which no ID does.',
      'The order ID contains “é”, which no ID does.',
      'Too many values. Each line needs a member ID and an order ID.',
    ]);
    expect(lines.every(({ verdict }) => verdict === 'malformed')).toBe(true);
  });

  test('that stand there again are folded, and an order under two members is flagged on both', () => {
    expect(verdicts('m1,o1\nm1,o1\nm2,o2\nm3,o2\nm2,o2')).toEqual([
      [1, 'm1', 'o1', 'ready'],
      [2, 'm1', 'o1', 'duplicate'],
      [3, 'm2', 'o2', 'conflict'],
      [4, 'm3', 'o2', 'conflict'],
      [5, 'm2', 'o2', 'duplicate'],
    ]);
  });

  test('of one member name orders alone, several on a line too', () => {
    expect(verdicts('o1, o2,\no3\no1', 'm1')).toEqual([
      [1, 'm1', 'o1', 'ready'],
      [1, 'm1', 'o2', 'ready'],
      [2, 'm1', 'o3', 'ready'],
      [3, 'm1', 'o1', 'duplicate'],
    ]);
    expect(verdicts('member_id,order_id\nother,o1', 'm1')).toEqual([[2, 'm1', 'o1', 'ready']]);
  });

  test('are read up to a number, and the rest is counted', () => {
    const text = Array.from({ length: MAX_RUN_LINES + 7 }, (_, place) => `m1,o${place}`).join('\r\n');
    const { lines, beyond, counts } = atOnce(readOrderLines(text));
    expect([lines.length, beyond, counts.ready]).toEqual([MAX_RUN_LINES, 7, MAX_RUN_LINES]);
  });

  test('that name several orders of one member are counted by these where they go beyond the number', () => {
    const text = Array.from({ length: MAX_RUN_LINES / 100 + 1 }, (_, row) =>
      Array.from({ length: row === 0 ? 97 : 100 }, (_, place) => `o${row}-${place}`).join(' '),
    );
    const { lines, beyond } = atOnce(readOrderLines([...text, 'last'].join('\n'), 'm1'));
    expect([lines.length, beyond]).toEqual([MAX_RUN_LINES, 98]);
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        'm1',
        'o1',
        ',',
        ';',
        '\t',
        ' ',
        '"',
        '""',
        '\r',
        '\n',
        '../',
        '\uFEFF',
        '\0',
        'order_id',
      ),
    )
    .map((parts) => parts.join('')),
);

test('every line of any text comes out once, in its place, with a verdict, and the counts add up', () => {
  fc.assert(
    fc.property(hostile, fc.option(fc.constant('m1')), (text, member) => {
      const { lines, counts } = atOnce(readOrderLines(text, member));
      const numbers = lines.map(({ line }) => line);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(lines.length);
      const ready = lines.filter(({ verdict }) => verdict === 'ready');
      for (const { member: of, order, problem } of ready) {
        expect(problem).toBe('');
        expect([of, order].every((id) => /^[A-Za-z0-9_.:@~-]{1,100}$/.test(id) && !/^\.+$/.test(id))).toBe(
          true,
        );
      }
      expect(new Set(ready.map(({ order }) => order)).size).toBe(ready.length);
      for (const { verdict, problem } of lines) expect(problem === '').toBe(verdict === 'ready');
    }),
    { numRuns: 400 },
  );
});

test('what is written as CSV is read back', async () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_~-]{1,30}\d$/);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(id, id), { minLength: 1 }), fc.boolean(), async (pairs, quoted) => {
      const cell = (text: string) => (quoted ? `"${text}"` : text);
      const text = pairs.map(([member, order]) => `${cell(member)},${cell(order)}`).join('\r\n');
      const { lines } = atOnce(readOrderLines(text));
      expect(lines.map(({ member, order }) => [member, order])).toEqual(pairs);
    }),
  );
});
