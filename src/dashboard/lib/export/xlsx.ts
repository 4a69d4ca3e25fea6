import { Superseded } from '../slices.ts';
import { startWorker } from '../start-worker.ts';
import { readTimestamp, wallClockOf, zoneName } from '../times.ts';
import {
  allColumns,
  type ExportedFile,
  type FileColumn,
  type FileContent,
  isDecimal,
  writeRows,
} from './file-column.ts';
import type { BookCell, BookPart } from './xlsx-book.ts';
import workerUrl from './xlsx-worker.ts?worker&url';

/** Spreadsheets count days from 1900 on. */
const FIRST_DAY = Date.UTC(1900, 2, 1);
const LAST_DAY = Date.UTC(9999, 11, 31);

/** Writes an Excel workbook with real numbers and dates. Throws Superseded if the signal is aborted. */
export async function writeXlsx<Row>(options: FileContent<Row>): Promise<ExportedFile> {
  const columns = allColumns(options);
  const book = await openBook();
  try {
    book.write({
      headings: columns.map(({ heading, as }) => (as === 'instant' ? `${heading} (${zoneName()})` : heading)),
      amounts: columns.map(({ as }) => as === 'amount'),
    });
    const file = await writeRows(options, 'xlsx', cellOf, (rows: BookCell[][]) => book.write({ rows }));
    return { ...file, content: await orAborted(book.finish(), options.signal) };
  } finally {
    book.close();
  }
}

function cellOf<Row>({ cell, as }: FileColumn<Row>, row: Row): BookCell {
  const value = cell(row) ?? null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'string' || as === undefined) return value;
  return (as === 'instant' ? dateOf(value) : sheetNumber(value)) ?? value;
}

/** A decimal text as a number; null if it has more than the 15 digits that a spreadsheet shows, or is no decimal. */
export function sheetNumber(text: string): number | null {
  if (!isDecimal(text)) return null;
  const digits = text.replace(/^-?0*|\./g, '').replace(/^0+/, '');
  return digits.length <= 15 ? Number(text) : null;
}

/** An instant by the chosen zone's clock, as a date whose UTC fields are that clock's. */
function dateOf(text: string): Date | null {
  const at = readTimestamp(text);
  const clock = at === null ? null : wallClockOf(at);
  return clock === null || clock < FIRST_DAY || clock > LAST_DAY ? null : new Date(clock);
}

/** The workbook that a worker makes, or the window if there can be none. */
async function openBook() {
  const worker = startWorker('pledge-xlsx-worker', workerUrl);
  if (!worker) {
    const { createBook } = await import('./xlsx-book.ts');
    return { ...createBook(), close: () => {} };
  }
  const made = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) =>
      data ? resolve(data) : reject(new Error('The workbook could not be written.')),
    );
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
  });
  // The consumer handles a failure once all rows are sent.
  made.catch(() => {});
  return {
    write: (part: BookPart) => worker.postMessage(part),
    finish: () => {
      worker.postMessage('finish');
      return made;
    },
    close: () => worker.terminate(),
  };
}

async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  const aborted = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(new Superseded()), { once: true }),
  );
  return await Promise.race([work, aborted]);
}
