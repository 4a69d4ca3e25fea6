import type { RunRow } from '#dashboard/lib/cancel-run.ts';
import { probeNote, STATE_WORDS } from '#dashboard/lib/cancel-words.ts';
import type { CsvColumn } from '#dashboard/lib/csv.ts';
import type { OrderLine } from '#dashboard/lib/order-lines.ts';
import type { Rows } from '#dashboard/table/rows.ts';

type ReportRow = { of: 'run'; row: RunRow } | { of: 'rest'; line: OrderLine };

const LEFT_OUT: Record<OrderLine['verdict'], string> = {
  ready: 'left out',
  duplicate: 'left out: duplicate',
  conflict: 'left out: under two members',
  malformed: 'left out: malformed',
};

/** Every line of what was pasted, in its order: those of the run and those that were left out of it. */
export function reportRows(rows: readonly RunRow[], leftOut: readonly OrderLine[]): Rows<ReportRow> {
  return {
    length: rows.length + leftOut.length,
    at: (index) => orderOf(rows, leftOut)[index],
  };
}

let last: { rows: readonly RunRow[]; leftOut: readonly OrderLine[]; merged: ReportRow[] } | undefined;

/** The merged lines, worked out when the first is asked for: a report is seldom wanted, a run changes often. */
function orderOf(rows: readonly RunRow[], leftOut: readonly OrderLine[]): ReportRow[] {
  if (last?.rows === rows && last.leftOut === leftOut) return last.merged;
  const merged: ReportRow[] = [
    ...rows.map((row): ReportRow => ({ of: 'run', row })),
    ...leftOut.map((line): ReportRow => ({ of: 'rest', line })),
  ];
  merged.sort((a, b) => lineOf(a) - lineOf(b));
  last = { rows, leftOut, merged };
  return merged;
}

function lineOf(row: ReportRow): number {
  return row.of === 'run' ? row.row.line : row.line.line;
}

const ofRun = (pick: (row: RunRow) => string | number | undefined) => (row: ReportRow) =>
  row.of === 'run' ? pick(row.row) : '';

/** The report's columns: ids, times and messages as they came. */
export const reportColumns: CsvColumn<ReportRow>[] = [
  { heading: 'line', cell: lineOf },
  { heading: 'member_id', cell: (row) => (row.of === 'run' ? row.row.member : row.line.member) },
  { heading: 'order_id', cell: (row) => (row.of === 'run' ? row.row.order : row.line.order) },
  {
    heading: 'outcome',
    cell: (row) =>
      row.of === 'run' ? STATE_WORDS[row.row.state].label.toLowerCase() : LEFT_OUT[row.line.verdict],
  },
  { heading: 'found_by', cell: ofRun(foundBy) },
  {
    heading: 'note',
    cell: (row) => (row.of === 'run' ? probeNote(row.row) : row.line.problem),
  },
  { heading: 'message', cell: ofRun(({ message }) => message) },
  { heading: 'code', cell: ofRun(({ code }) => code) },
  { heading: 'http_status', cell: ofRun(({ status }) => status) },
  { heading: 'request_id', cell: ofRun(({ requestId }) => requestId) },
  { heading: 'at', cell: ofRun(({ at }) => at) },
];

/** How an outcome was found: by the answer to its call, or by a probe after that answer was lost. */
function foundBy({ state, lost }: RunRow): string {
  if (state === 'waiting' || state === 'sent' || state === 'not-sent' || state === 'unknown') return '';
  return lost ? 'probe' : 'answer';
}
