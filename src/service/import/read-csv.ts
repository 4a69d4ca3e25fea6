import Papa from 'papaparse';
import type { Fault } from './faults.ts';
import { lineFinder } from './lines.ts';
import type { RawFile, RawRecord } from './raw-file.ts';

/**
 * Reads CSV: a header of fields, then a record a row, separated by commas, semicolons or tabs. Spaces around a cell don't
 * count, and an empty cell gives its field no value.
 */
export function readCsv(file: string, text: string): RawFile {
  const lineOf = lineFinder(text);
  const faults: Fault[] = [];
  const records: RawRecord[] = [];
  let header: string[] | undefined;
  let start = 0;
  Papa.parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t'],
    step({ data, errors, meta }) {
      const line = lineOf(start);
      start = meta.cursor;
      if (errors.some(({ type }) => type === 'Quotes')) {
        faults.push({
          file,
          line,
          message: 'has a quote that is never closed, or one inside a cell; double it',
        });
        return;
      }
      const cells = data.map((cell) => cell.trim());
      if (cells.every((cell) => cell === '')) return;
      if (!header) {
        header = cells;
        return;
      }
      if (cells.length !== header.length) {
        const message = `has ${cells.length} cells, but the header has ${header.length}; put a cell with a comma in quotes`;
        faults.push({ file, line, message });
        return;
      }
      records.push({ line, cells: valuesOf(header, cells, line) });
    },
  });
  return { header: header ?? [], records, faults };
}

function valuesOf(header: readonly string[], cells: readonly string[], line: number) {
  return header.flatMap((field, index) => {
    const value = cells[index];
    return value ? [{ field, line, value }] : [];
  });
}
