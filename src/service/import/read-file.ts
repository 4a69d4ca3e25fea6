import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { readUtf8 } from '#server/utf8.ts';
import { UsageError } from '../commands/command.ts';
import type { RawFile } from './raw-file.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';

const READERS: Record<string, (file: string, text: string) => RawFile> = {
  '.csv': readCsv,
  '.json': readJson,
};

/** Reads a file of records by its extension. Throws a UsageError if it is of no known kind. */
export function readRecords(file: string): RawFile {
  const read = READERS[extname(file).toLowerCase()];
  if (!read) throw new UsageError(`${file}: must be a file whose name ends in .csv or .json.`);
  const fault = (message: string): RawFile => ({ records: [], faults: [{ file, message }] });
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return fault(`can't be read (${(error as NodeJS.ErrnoException).code}); check the path and its rights`);
  }
  const text = readUtf8(bytes);
  if (text === null) return fault('is not UTF-8; save it as UTF-8 (in a spreadsheet, "CSV UTF-8")');
  return read(file, text);
}
