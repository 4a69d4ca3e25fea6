import writeXlsxFile, { type Cell } from 'write-excel-file/universal';

/** A cell's value. A date's UTC fields are what is to be read. */
export type BookCell = string | number | boolean | Date | null;

/** What a workbook is made of, in this order: its head, then its rows in any number of parts. */
export type BookPart = { headings: string[]; amounts: boolean[] } | { rows: BookCell[][] };

const LONGEST_TEXT = 32_767;

const WIDEST = 40;

/** One sheet of a workbook: a heading that stays in view, and rows. */
export class Book {
  readonly #cells: Cell[][] = [];
  #amounts: readonly boolean[] = [];
  #widths: number[] = [];

  readonly write = (part: BookPart): void => {
    if ('headings' in part) {
      this.#amounts = part.amounts;
      this.#widths = part.headings.map((heading) => heading.length);
      this.#cells.push(
        part.headings.map((value) => ({ value, type: String, format: '@', fontWeight: 'bold' })),
      );
      return;
    }
    for (const row of part.rows) this.#cells.push(row.map((value, index) => this.#cellOf(value, index)));
  };

  readonly finish = async (): Promise<Blob> =>
    await writeXlsxFile(this.#cells, {
      stickyRowsCount: 1,
      columns: this.#widths.map((width) => ({ width: Math.min(width, WIDEST) + 3 })),
    }).toBlob();

  #cellOf(value: BookCell, index: number): Cell {
    if (value === null || value === '') return null;
    if (value instanceof Date) {
      this.#fit(index, 16);
      return { value, type: Date, format: 'yyyy-mm-dd hh:mm' };
    }
    this.#fit(index, String(value).length);
    if (typeof value === 'number')
      return this.#amounts[index] ? { value, type: Number, format: '#,##0.00######' } : value;
    if (typeof value === 'boolean') return value;
    // The format keeps a text one, also if a person edits the cell: it is never read as a formula.
    return { value: textOf(value), type: String, format: '@' };
  }

  #fit(index: number, length: number): void {
    this.#widths[index] = Math.max(this.#widths[index] ?? 0, length);
  }
}

function textOf(text: string): string {
  // The library keeps texts in a plain object, where it finds "constructor" and the like without having put them there.
  if (text in Object.prototype) return `${text} `;
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}
