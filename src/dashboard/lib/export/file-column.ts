import { inSlices, type Slices } from '../slices.ts';

/** A column of an exported file: its heading in words and with its unit, and its cells, unformatted. */
export interface FileColumn<Row> {
  heading: string;
  /** What a spreadsheet should know: a decimal number, one of money (`amount`), or an ISO 8601 instant. */
  as?: 'amount' | 'decimal' | 'instant';
  cell: (row: Row) => string | number | boolean | null | undefined;
}

export interface FileContent<Row> {
  /** The file's name, without ending: `loans 2026-11-21`. */
  name: string;
  columns: readonly FileColumn<Row>[];
  rows: Iterable<Row>;
  /** Why the rows are not all, such as `30 of 100 loans`: the name and the last column say so. */
  partial?: string | undefined;
  onProgress?: (written: number) => void;
  signal?: AbortSignal;
}

export type ExportedFile = { name: string; content: Blob; rows: number };

/** The columns with the one that says on every row why there are no more. */
export function allColumns<Row>({ columns, partial }: Pick<FileContent<Row>, 'columns' | 'partial'>) {
  return partial ? [...columns, { heading: 'PARTIAL', cell: () => partial }] : columns;
}

/**
 * Writes the rows, 500 at a time, so that the page can draw in between; `cellOf` makes each cell. Returns the name of the
 * file and how many rows it has.
 */
export async function writeRows<Row, Cell>(
  options: FileContent<Row>,
  ending: string,
  cellOf: (column: FileColumn<Row>, row: Row) => Cell,
  write: (lines: Cell[][]) => void,
): Promise<{ name: string; rows: number }> {
  const { name, partial, onProgress } = options;
  const columns = allColumns(options);
  function* inChunks(): Slices<number> {
    let lines: Cell[][] = [];
    let count = 0;
    for (const row of options.rows) {
      lines.push(columns.map((column) => cellOf(column, row)));
      count += 1;
      if (lines.length < 500) continue;
      write(lines);
      lines = [];
      onProgress?.(count);
      yield;
    }
    write(lines);
    onProgress?.(count);
    return count;
  }
  const rows = await inSlices(inChunks(), options.signal);
  return { name: `${name}${partial ? ' PARTIAL' : ''}.${ending}`, rows };
}

/** A decimal number written out, as the interface and our sums have them. */
export function isDecimal(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

export function saveFile({ name, content }: ExportedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after this task; a minute is more than enough for it to begin.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
