import Papa from 'papaparse';
import { inertCell } from '#contract/csv.ts';
import type { EntryCheck } from '#contract/operations.ts';
import { labelOfCancellation } from '#contract/outcome-labels.ts';
import type { Run, RunLine } from '#contract/runs.ts';

/** A line with the checks of its entry. */
export type ReportLine = RunLine & { checks: readonly EntryCheck[] };

type Cell = string | number | null;

/** Every row carries the run as well, so that a part of the report is evidence by itself. */
const COLUMNS: { heading: string; cell: (run: Run, line: ReportLine) => Cell }[] = [
  { heading: 'Organisation', cell: (run) => run.organisation },
  { heading: 'Run', cell: (run) => run.id },
  { heading: 'Reason', cell: (run) => run.reason },
  { heading: 'Note', cell: (run) => run.note },
  { heading: 'Started by', cell: (run) => run.who },
  { heading: 'Identity', cell: (run) => (run.verified ? 'verified' : 'self-declared') },
  { heading: 'Approved by', cell: (run) => run.approvedBy },
  { heading: 'Created at', cell: (run) => run.createdAt },
  { heading: 'Line', cell: (_, { line }) => line },
  { heading: 'Member ID', cell: (_, { memberId }) => memberId },
  { heading: 'Order ID', cell: (_, { orderId }) => orderId },
  { heading: 'Result', cell: (_, line) => labelOfCancellation(line) },
  { heading: 'Outcome', cell: (_, { outcome }) => outcome },
  { heading: 'By', cell: (_, { by }) => by },
  { heading: 'Code', cell: (_, { code }) => code },
  { heading: 'Message', cell: (_, { message }) => message },
  { heading: 'HTTP status', cell: (_, { status }) => status },
  { heading: 'Sent at', cell: (_, { at }) => at },
  { heading: 'Request ID', cell: (_, { requestId }) => requestId },
  { heading: 'Journal entry', cell: (_, { entry }) => entry },
  { heading: 'Checks', cell: (_, { checks }) => checks.map(checkText).join('\n') },
];

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The report of a run as CSV (RFC 4180), written while its lines are read: `next` gives those after a line, and none
 * after the last.
 */
export function runReport(
  run: Run,
  next: (after: number) => Promise<ReportLine[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = 0;
  return new ReadableStream({
    start(controller) {
      const headings = COLUMNS.map(({ heading }) => heading);
      controller.enqueue(encoder.encode(BYTE_ORDER_MARK + csvOf([headings])));
    },
    async pull(controller) {
      const lines = await next(after);
      const last = lines.at(-1);
      if (!last) {
        controller.close();
        return;
      }
      after = last.line;
      controller.enqueue(encoder.encode(csvOf(lines.map((line) => rowOf(run, line)))));
    },
  });
}

function rowOf(run: Run, line: ReportLine): (string | number)[] {
  return COLUMNS.map(({ cell }) => {
    const value = cell(run, line);
    return typeof value === 'string' ? inertCell(value) : (value ?? '');
  });
}

function checkText({ at, saw, who }: EntryCheck): string {
  return `${at}${who === null ? '' : ` (${who})`}: ${saw}`;
}

function csvOf(rows: (string | number)[][]): string {
  return `${Papa.unparse(rows, { newline: '\r\n' })}\r\n`;
}
