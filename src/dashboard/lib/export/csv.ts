import Papa from 'papaparse';
import { inertCell } from '#contract/csv.ts';
import { trimmed } from '../decimal.ts';
import {
  allColumns,
  type ExportedFile,
  type FileColumn,
  type FileContent,
  isDecimal,
  writeRows,
} from './file-column.ts';

/** Writes rows as CSV (RFC 4180, CRLF, UTF-8 with its mark). Throws Superseded if the signal is aborted. */
export async function writeCsv<Row>(options: FileContent<Row>): Promise<ExportedFile> {
  const encoder = new TextEncoder();
  // Encoding all of the text at the end would hold the page for too long.
  const parts = [encoder.encode('\uFEFF')];
  const write = (lines: string[][]) => {
    if (lines.length > 0) parts.push(encoder.encode(`${Papa.unparse(lines, { newline: '\r\n' })}\r\n`));
  };
  write([allColumns(options).map(({ heading }) => inertCell(heading))]);
  const file = await writeRows(options, 'csv', textOf, write);
  return { ...file, content: new Blob(parts, { type: 'text/csv;charset=utf-8' }) };
}

function textOf<Row>({ cell, as }: FileColumn<Row>, row: Row): string {
  const value = cell(row);
  if (value === null || value === undefined) return '';
  // A price of 0.0000001 is 1e-7 to JavaScript.
  if (typeof value === 'number' && String(value).includes('e')) return trimmed(String(value));
  if (typeof value !== 'string') return String(value);
  const isNumber = (as === 'amount' || as === 'decimal') && isDecimal(value);
  return isNumber ? value : inertCell(value);
}
