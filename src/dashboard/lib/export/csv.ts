import Papa from 'papaparse';
import { inertCell } from '#contract/csv.ts';
import { inSlices, type Slices } from '../slices.ts';
import {
  allColumns,
  type ExportedFile,
  type FileColumn,
  type FileContent,
  fileNameOf,
  isDecimal,
} from './file-column.ts';

/** Rows that become text at once, between two chances for the page to draw. */
const CHUNK = 500;

/** A mark that tells spreadsheets of UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Writes rows as CSV (RFC 4180, CRLF, UTF-8 with its mark), in slices. Texts that a spreadsheet would run begin with an
 * apostrophe. Throws Superseded if the signal is aborted.
 */
export async function writeCsv<Row>(options: FileContent<Row>): Promise<ExportedFile> {
  return await inSlices(written(options), options.signal);
}

function* written<Row>(options: FileContent<Row>): Slices<ExportedFile> {
  const encoder = new TextEncoder();
  const columns = allColumns(options);
  // Encoding all of the text at the end would hold the page for too long.
  const parts = [encoder.encode(BYTE_ORDER_MARK)];
  const write = (rows: string[][]) => parts.push(encoder.encode(lines(rows)));
  write([columns.map(({ heading }) => inertCell(heading))]);
  let chunk: string[][] = [];
  let count = 0;
  for (const row of options.rows) {
    chunk.push(columns.map((column) => textOf(column, row)));
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
  const content = new Blob(parts, { type: 'text/csv;charset=utf-8' });
  return { name: fileNameOf(options, 'csv'), content, rows: count };
}

function textOf<Row>({ cell, as }: FileColumn<Row>, row: Row): string {
  const value = cell(row);
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const isNumber = (as === 'amount' || as === 'decimal') && isDecimal(value);
  return isNumber ? value : inertCell(value);
}

function lines(rows: string[][]): string {
  return rows.length === 0 ? '' : `${Papa.unparse(rows, { newline: '\r\n' })}\r\n`;
}
