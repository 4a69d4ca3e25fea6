import Papa from 'papaparse';
import { inertCell } from '#contract/csv.ts';
import { inSlices } from '../slices.ts';
import {
  allColumns,
  type ExportedFile,
  type FileColumn,
  type FileContent,
  fileNameOf,
  isDecimal,
  writeChunks,
} from './file-column.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** Writes rows as CSV (RFC 4180, CRLF, UTF-8 with its mark). Throws Superseded if the signal is aborted. */
export async function writeCsv<Row>(options: FileContent<Row>): Promise<ExportedFile> {
  const encoder = new TextEncoder();
  const columns = allColumns(options);
  // Encoding all of the text at the end would hold the page for too long.
  const parts = [encoder.encode(BYTE_ORDER_MARK)];
  const write = (lines: string[][]) => {
    if (lines.length > 0) parts.push(encoder.encode(`${Papa.unparse(lines, { newline: '\r\n' })}\r\n`));
  };
  write([columns.map(({ heading }) => inertCell(heading))]);
  const lineOf = (row: Row) => columns.map((column) => textOf(column, row));
  const rows = await inSlices(writeChunks(options, lineOf, write), options.signal);
  const content = new Blob(parts, { type: 'text/csv;charset=utf-8' });
  return { name: fileNameOf(options, 'csv'), content, rows };
}

function textOf<Row>({ cell, as }: FileColumn<Row>, row: Row): string {
  const value = cell(row);
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const isNumber = (as === 'amount' || as === 'decimal') && isDecimal(value);
  return isNumber ? value : inertCell(value);
}
