import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCsv } from './csv.ts';
import type { FileColumn } from './file-column.ts';

interface Row {
  text: string;
  number: number | undefined;
}

const columns: FileColumn<Row>[] = [
  { heading: 'Text', cell: (row) => row.text },
  { heading: 'Number', cell: (row) => row.number },
];

/** A reader of RFC 4180 of the test's own, by the letter of its grammar. */
function read(text: string): string[][] {
  const records: string[][] = [[]];
  let at = 0;
  const record = () => records.at(-1) as string[];
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= text.length) throw new Error('a quoted field has no end');
        if (text[at] !== '"') field += text[at];
        else if (text[at + 1] === '"') field += text[++at];
        else break;
      }
      at += 1;
    } else {
      while (at < text.length && !',\r\n"'.includes(text[at] as string)) field += text[at++];
    }
    record().push(field);
    if (text[at] === ',') {
      at += 1;
      if (at === text.length || text[at] === '\r') record().push('');
    } else if (text.startsWith('\r\n', at)) {
      at += 2;
      if (at < text.length) records.push([]);
    } else if (at < text.length) throw new Error(`what stands at ${at} ends no field`);
  }
  return records;
}

const write = async (rows: Row[], partial?: string) => {
  const file = await writeCsv({ name: 'loans', columns, rows, partial });
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.content.arrayBuffer());
  expect(text.startsWith('\uFEFF')).toBe(true);
  return { ...file, records: read(text.slice(1)) };
};

const hostile = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '=1+1',
    '+cmd',
    '-2',
    '@x',
    '\tx',
    '\rx',
    'a,b',
    '"',
    '""',
    'a"b',
    '\r\n',
    ' lead',
    'trail ',
    ',',
    "'",
    '＝1',
    '\u202Eabc',
    '; =1+1',
    'a;"=1',
    'a,-1',
    'a\n@x',
  ),
  fc.string({ unit: fc.constantFrom(...';,\t\r\n "\'=+-@a1') }),
);

/** The parts of a cell that begin with the sign of a formula, wherever a spreadsheet may split it. */
const partsThatRun = (cell: string) =>
  cell.split(/[;,\t\r\n]/).filter((part, nth) => (nth > 0 ? /^[\s"]*[=+@＝-]/ : /^\s*[=+@＝-]/).test(part));

describe('an exported file', () => {
  it('comes back from an independent reader as it was, whatever is in its cells', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ text: hostile, number: fc.option(fc.double({ noNaN: true }), { nil: undefined }) }),
          { maxLength: 30 },
        ),
        async (rows) => {
          const { records, rows: count } = await write(rows);
          expect(count).toBe(rows.length);
          expect(records).toHaveLength(rows.length + 1);
          expect(records[0]).toEqual(['Text', 'Number']);
          rows.forEach((row, index) => {
            const [text = '', number] = records[index + 1] ?? [];
            if (!/[;,\t\r\n]/.test(row.text)) expect([row.text, `'${row.text}`]).toContain(text);
            expect(text.replaceAll("'", '')).toBe(row.text.replaceAll("'", ''));
            expect(partsThatRun(text)).toEqual([]);
            expect(number).toMatch(/^(-?(\d+(\.\d+)?|Infinity))?$/);
            expect(number && String(Number(number))).toBe(row.number === undefined ? '' : String(row.number));
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('holds nothing that a spreadsheet would run', async () => {
    const { records } = await write(
      ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', ' =1'].map(
        (text) => ({ text, number: -5 }),
      ),
    );
    for (const [text, number] of records.slice(1)) {
      expect(text).toMatch(/^'/);
      expect(number).toBe('-5');
    }
  });

  it('leaves a decimal below zero the number that it is, and nothing else that begins with a minus', async () => {
    const column: FileColumn<string> = { heading: 'Value', as: 'decimal', cell: (text) => text };
    const { content } = await writeCsv({ name: 'x', columns: [column], rows: ['-12.50', '-1+1', '-', '5'] });
    expect(await content.text()).toContain("Value\r\n-12.50\r\n'-1+1\r\n'-\r\n5\r\n");
  });

  it('says in its name and in a last column that it is partial', async () => {
    const { name, records } = await write([{ text: 'a', number: 1 }], '1 of 100 rows');
    expect(name).toBe('loans PARTIAL.csv');
    expect(records).toEqual([
      ['Text', 'Number', 'PARTIAL'],
      ['a', '1', '1 of 100 rows'],
    ]);
    expect((await write([])).name).toBe('loans.csv');
  });

  it('tells how far it is', async () => {
    const seen: number[] = [];
    const rows = Array.from({ length: 1_250 }, (_, index) => ({ text: String(index), number: index }));
    await writeCsv({ name: 'x', columns, rows, onProgress: (written) => seen.push(written) });
    expect(seen).toEqual([500, 1_000, 1_250]);
  });
});
