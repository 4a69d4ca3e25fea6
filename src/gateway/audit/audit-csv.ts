import Papa from 'papaparse';
import type { AuditEntry } from '#contract/audit.ts';
import { inertCell } from '#contract/csv.ts';
import type { AuditLog, ChainEnd } from './audit-log.ts';

const json = (value: unknown) => (value === null ? '' : JSON.stringify(value));

const COLUMNS: { heading: string; cell: (entry: AuditEntry) => string | number | null }[] = [
  { heading: 'Number', cell: ({ number }) => number },
  { heading: 'At', cell: ({ at }) => at },
  { heading: 'Action', cell: ({ action }) => action },
  { heading: 'Name', cell: ({ who }) => who?.name ?? 'Pledge' },
  { heading: 'Verified', cell: ({ who }) => who && (who.verified ? 'verified' : 'self-declared') },
  { heading: 'Person ID', cell: ({ who }) => who?.person ?? null },
  { heading: 'Subject', cell: ({ who }) => who?.subject ?? null },
  { heading: 'Session ID', cell: ({ who }) => who?.session ?? null },
  { heading: 'Target', cell: ({ target }) => json(target) },
  { heading: 'Reason', cell: ({ reason }) => reason },
  { heading: 'Result', cell: ({ result }) => result },
  { heading: 'Request ID', cell: ({ requestId }) => requestId },
  { heading: 'Details', cell: ({ details }) => json(details) },
  { heading: 'Previous hash', cell: ({ previous }) => previous },
  { heading: 'Hash', cell: ({ hash }) => hash },
];

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The entries that are read at once. */
const BATCH = 500;

/**
 * The audit log as CSV (RFC 4180), newest first, written while it is read. Its last row has the number and the hash of
 * the entry that the log ended with, so that the file can be compared with the log later.
 */
export function auditCsv(read: ReturnType<typeof readerOf>, end: ChainEnd): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const write = (rows: (string | number | null)[][]) =>
    encoder.encode(
      `${Papa.unparse(
        rows.map((row) => row.map(inert)),
        { newline: '\r\n' },
      )}\r\n`,
    );
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(BYTE_ORDER_MARK));
      controller.enqueue(write([COLUMNS.map(({ heading }) => heading)]));
    },
    async pull(controller) {
      const entries = await read();
      if (entries.length > 0) {
        controller.enqueue(write(entries.map((entry) => COLUMNS.map(({ cell }) => cell(entry)))));
        return;
      }
      const blank = COLUMNS.slice(2).map(() => '');
      controller.enqueue(write([[`End of the log: entry ${end.number}`, ...blank, end.hash]]));
      controller.close();
    },
  });
}

/** Reads an owner's entries up to a number in batches, newest first; after the last, an empty one. */
export function readerOf(
  audit: AuditLog,
  owner: string,
  filter: Parameters<AuditLog['entries']>[1],
  upTo: number,
): () => Promise<AuditEntry[]> {
  let before: number | null = null;
  let isOver = false;
  return async () => {
    if (isOver) return [];
    // By number also between dates: what was recorded later may have an earlier time, of another gateway's clock.
    const { entries, next } = await audit.entries(owner, filter, before, BATCH, upTo);
    before = next;
    isOver = next === null;
    return entries;
  };
}

function inert(cell: string | number | null): string | number {
  return typeof cell === 'string' ? inertCell(cell) : (cell ?? '');
}
