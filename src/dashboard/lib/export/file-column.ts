import type { Slices } from '../slices.ts';

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

export function fileNameOf({ name, partial }: Pick<FileContent<never>, 'name' | 'partial'>, ending: string) {
  return `${name}${partial ? ' PARTIAL' : ''}.${ending}`;
}

/** The columns with the one that says on every row why there are no more. */
export function allColumns<Row>({ columns, partial }: Pick<FileContent<Row>, 'columns' | 'partial'>) {
  return partial ? [...columns, { heading: 'PARTIAL', cell: () => partial }] : columns;
}

/** Rows that are written at once, between two chances for the page to draw. */
const CHUNK = 500;

/** Writes the rows chunk by chunk, each as what `lineOf` makes of it. Returns how many there were. */
export function* writeChunks<Row, Line>(
  { rows, onProgress }: Pick<FileContent<Row>, 'rows' | 'onProgress'>,
  lineOf: (row: Row) => Line,
  write: (lines: Line[]) => void,
): Slices<number> {
  let lines: Line[] = [];
  let count = 0;
  for (const row of rows) {
    lines.push(lineOf(row));
    count += 1;
    if (lines.length < CHUNK) continue;
    write(lines);
    lines = [];
    onProgress?.(count);
    yield;
  }
  write(lines);
  onProgress?.(count);
  return count;
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
