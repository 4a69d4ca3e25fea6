import { Big } from 'big.js';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate/browser';
import { describe, expect, it, test } from 'vitest';
import type { FileColumn } from './file-column.ts';
import { sheetNumber, writeXlsx } from './xlsx.ts';

interface Cell {
  /** `s` is a text; undefined is a number or a date. */
  type: string | undefined;
  value: string | undefined;
  format: string | undefined;
}

/** The cells of a workbook's only sheet, by their place; and whether it holds any formula. */
async function read(content: Blob) {
  const files = unzipSync(new Uint8Array(await content.arrayBuffer()));
  const file = (name: string) => strFromU8(files[`xl/${name}`] ?? new Uint8Array());
  const texts = [...file('sharedStrings.xml').matchAll(/<si><t[^>]*>([\s\S]*?)<\/t><\/si>/g)].map(
    ([, text]) => unescaped(text ?? ''),
  );
  const styles = file('styles.xml');
  const formats = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  );
  const uses = [...(styles.split('<cellXfs')[1] ?? '').matchAll(/<xf [^>]*?numFmtId="(\d+)"|<xf /g)];
  const sheet = file('worksheets/sheet1.xml');
  const cells = new Map<string, Cell>();
  for (const [, attributes = '', inner = ''] of sheet.matchAll(/<c ([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    const raw = /<v>([\s\S]*?)<\/v>/.exec(inner)?.[1];
    const type = attribute('t');
    cells.set(attribute('r') ?? '', {
      type,
      value: type === 's' ? texts[Number(raw)] : raw,
      format: formats.get(uses[Number(attribute('s') ?? -1)]?.[1] ?? '')?.replaceAll('&quot;', '"'),
    });
  }
  return { cells, hasFormula: /<f[ >]/.test(sheet) };
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'" };
  return text.replace(/&([^;]+);/g, (all, name: string) => signs[name] ?? all);
}

const columnOf = (as: FileColumn<string>['as']): FileColumn<string> => ({
  heading: 'Value',
  ...(as && { as }),
  cell: (text) => text,
});

const only = async (text: string, as?: FileColumn<string>['as']) => {
  const { content } = await writeXlsx({ name: 'x', columns: [columnOf(as)], rows: [text] });
  const { cells, hasFormula } = await read(content);
  return { ...cells.get('A2'), heading: cells.get('A1')?.value, hasFormula };
};

describe('a workbook', () => {
  it('has the headings first, and numbers, amounts, dates and texts as what they are', async () => {
    const columns: FileColumn<number>[] = [
      { heading: 'Loan ID', cell: () => '00123' },
      { heading: 'Total repayable', as: 'amount', cell: () => '5300000.50' },
      { heading: 'Term (months)', cell: () => 6 },
      { heading: 'Verified', cell: () => true },
      { heading: 'Note', cell: () => null },
    ];
    const file = await writeXlsx({ name: 'loans', columns, rows: [1], partial: '1 of 2 loans' });
    expect([file.name, file.rows]).toEqual(['loans PARTIAL.xlsx', 1]);
    const { cells } = await read(file.content);
    const at = (place: string) => cells.get(place)?.value;
    expect(['A1', 'B1', 'C1', 'D1', 'E1', 'F1'].map(at)).toEqual([
      ...['Loan ID', 'Total repayable', 'Term (months)', 'Verified', 'Note', 'PARTIAL'],
    ]);
    expect(cells.get('A2')).toEqual({ type: 's', value: '00123', format: '@' });
    expect(cells.get('B2')).toEqual({ type: undefined, value: '5300000.5', format: '#,##0.00######' });
    expect(cells.get('C2')).toMatchObject({ type: undefined, value: '6' });
    expect(cells.get('D2')).toMatchObject({ type: 'b', value: '1' });
    expect([at('E2'), at('F2')]).toEqual([undefined, '1 of 2 loans']);
  });

  it('has instants by the clock of the chosen zone, which the heading names', async () => {
    const { heading, type, value, format } = await only('2026-11-23T18:00:00Z', 'instant');
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect([heading, type, format]).toEqual([`Value (${zone})`, undefined, 'yyyy-mm-dd hh:mm']);
    const offset = -new Date('2026-11-23T18:00:00Z').getTimezoneOffset() / 1_440;
    // Day 1 is 1 January 1900, and 1900 has a 29 February in spreadsheets.
    expect(Number(value)).toBeCloseTo(46_349.75 + offset, 6);
    for (const text of ['Sat Feb 28 2026', '', '0001-01-01T00:00:00Z', '1899-01-01T00:00:00Z'])
      expect((await only(text, 'instant')).value).toBe(text || undefined);
  });

  it('holds no formula, whatever is in its cells', async () => {
    const signs = fc.constantFrom(
      '=1+1',
      '+cmd',
      '-2+3',
      '@x',
      '=HYPERLINK("http://x")',
      '＝1',
      ' =1',
      "'",
      ...['<b>&', 'constructor', '__proto__', 'lost \uFFFD'],
    );
    const kinds = fc.constantFrom(undefined, 'amount' as const, 'decimal' as const, 'instant' as const);
    await fc.assert(
      fc.asyncProperty(fc.oneof(signs, fc.string({ unit: 'grapheme' })), kinds, async (text, as) => {
        const cell = await only(text, as);
        expect(cell.hasFormula).toBe(false);
        if (text === '' || sheetNumber(text) !== null) return;
        expect([cell.type, cell.format]).toEqual(['s', '@']);
        // See textOf in xlsx-book.ts.
        // The library leaves out the mark that stands for a character that was lost before.
        const kept = text.replaceAll('\uFFFD', '');
        expect(cell.value).toBe(text in Object.prototype ? `${text} ` : kept);
      }),
      { numRuns: 100 },
    );
  });

  it('has a text as long as a cell can be', async () => {
    expect((await only('x'.repeat(40_000))).value).toBe(`${'x'.repeat(32_766)}…`);
  });

  it('can be stopped', async () => {
    const abort = new AbortController();
    abort.abort();
    await expect(
      writeXlsx({ name: 'x', columns: [columnOf(undefined)], rows: ['a'], signal: abort.signal }),
    ).rejects.toThrow();
  });
});

test('a decimal is a number where a spreadsheet shows every digit of it, and a text otherwise', () => {
  const decimal = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.nat({ max: 12 }))
    .map(([below, digits, places]) => {
      const text = String(digits).padStart(places + 1, '0');
      const cut = text.length - places;
      return `${below ? '-' : ''}${text.slice(0, cut)}${places > 0 ? `.${text.slice(cut)}` : ''}`;
    });
  fc.assert(
    fc.property(decimal, (text) => {
      const number = sheetNumber(text);
      const digits = new Big(text).c.length;
      if (number !== null) expect(new Big(number.toPrecision(15)).eq(text)).toBe(true);
      else expect(text.replace(/[-.]/g, '').length).toBeGreaterThan(15);
      if (digits > 15) expect(number).toBeNull();
    }),
  );
  expect(['1e5', '', '1,000', '.5', '5.', 'NaN', '=1'].map(sheetNumber)).toEqual(Array(7).fill(null));
  expect(['0', '-0.00', '12.50', '999999999999999'].map(sheetNumber)).toEqual([0, -0, 12.5, 999999999999999]);
});
