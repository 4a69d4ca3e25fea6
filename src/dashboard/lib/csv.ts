import Papa from 'papaparse';
import { inertCell } from '#contract/csv.ts';
import { inSlices, type Slices } from './slices.ts';

/** A column of an exported file: its heading and its cell, as the original text or an unformatted number. */
export interface CsvColumn<Row> {
  heading: string;
  cell: (row: Row) => string | number | boolean | null | undefined;
}

export interface CsvFile {
  name: string;
  /** UTF-8. A part is made of its rows as they are written: to turn all of them at the end takes too long. */
  parts: Uint8Array<ArrayBuffer>[];
  rows: number;
}

/** Rows that become text at once, between two chances for the page to draw. */
const CHUNK = 500;

/** A mark that tells spreadsheets of UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Writes rows as CSV (RFC 4180, CRLF, UTF-8 with its mark), in slices. Texts that a spreadsheet would run
 * begin with an apostrophe. Where the rows are not all there are, `partial` says so: in the file's name and in
 * its first line. Throws Superseded where the signal is aborted.
 */
export async function writeCsv<Row>(options: CsvOptions<Row>): Promise<CsvFile> {
  return await inSlices(written(options), options.signal);
}

interface CsvOptions<Row> {
  /** The file's name, without ending: `loans 2026-11-21`. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  rows: Iterable<Row>;
  /** Why the rows are not all, such as `30 of 100 rows`. */
  partial?: string | undefined;
  onProgress?: (written: number) => void;
  signal?: AbortSignal;
}

function* written<Row>(options: CsvOptions<Row>): Slices<CsvFile> {
  const encoder = new TextEncoder();
  const parts = [encoder.encode(BYTE_ORDER_MARK)];
  const write = (rows: string[][]) => parts.push(encoder.encode(lines(rows)));
  if (options.partial) write([[`PARTIAL: ${options.partial}`]]);
  write([options.columns.map(({ heading }) => inertCell(heading))]);
  let chunk: string[][] = [];
  let count = 0;
  for (const row of options.rows) {
    chunk.push(options.columns.map(({ cell }) => textOf(cell(row))));
    if (chunk.length < CHUNK) continue;
    write(chunk);
    count += chunk.length;
    chunk = [];
    options.onProgress?.(count);
    yield;
  }
  write(chunk);
  count += chunk.length;
  options.onProgress?.(count);
  return { name: `${options.name}${options.partial ? ' PARTIAL' : ''}.csv`, parts, rows: count };
}

/** Hands a file to the browser to be kept. */
export function saveFile({ name, parts }: CsvFile): void {
  const address = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after this task; a minute is more than enough for it to begin.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function textOf(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? inertCell(value) : String(value);
}

function lines(rows: string[][]): string {
  return rows.length === 0 ? '' : `${Papa.unparse(rows, { newline: '\r\n' })}\r\n`;
}
