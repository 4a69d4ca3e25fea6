import writeXlsxFile, { type Cell } from 'write-excel-file/universal';

/** A cell's value. A date's UTC fields are what is to be read. */
export type BookCell = string | number | boolean | Date | null;

/** What a workbook is made of, in this order: its head, then its rows in any number of parts. */
export type BookPart = { headings: string[]; amounts: boolean[] } | { rows: BookCell[][] };

const LONGEST_TEXT = 32_767;

const WIDEST = 40;

/** One sheet of a workbook: a heading that stays in view, and rows. */
export function createBook() {
  const cells: Cell[][] = [];
  let amounts: readonly boolean[] = [];
  const widths: number[] = [];
  const widen = (index: number, length: number) => {
    widths[index] = Math.max(widths[index] ?? 0, length);
  };
  const cellOf = (value: BookCell, index: number): Cell => {
    if (value === null || value === '') return null;
    if (value instanceof Date) {
      widen(index, 16);
      return { value, type: Date, format: 'yyyy-mm-dd hh:mm' };
    }
    widen(index, String(value).length);
    if (typeof value === 'number')
      return amounts[index] ? { value, type: Number, format: '#,##0.00######' } : value;
    if (typeof value === 'boolean') return value;
    // The format keeps a text one, also if a person edits the cell: it is never read as a formula.
    return { value: textOf(value), type: String, format: '@' };
  };
  return {
    write(part: BookPart): void {
      if ('headings' in part) {
        amounts = part.amounts;
        for (const [index, heading] of part.headings.entries()) widen(index, heading.length);
        cells.push(part.headings.map((value) => ({ value, type: String, format: '@', fontWeight: 'bold' })));
      } else for (const row of part.rows) cells.push(row.map(cellOf));
    },
    finish: async (): Promise<Blob> =>
      await writeXlsxFile(cells, {
        stickyRowsCount: 1,
        columns: widths.map((width) => ({ width: Math.min(width, WIDEST) + 3 })),
      }).toBlob(),
  };
}

function textOf(text: string): string {
  // The library keeps texts in a plain object, where it finds "constructor" and the like without having put them there.
  if (text in Object.prototype) return `${text} `;
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}
