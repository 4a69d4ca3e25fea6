import type { JournalEntry } from '#contract/operations.ts';
import { ORDER_CANCELLED_EVENT } from '#contract/orders.ts';
import { entryAddress } from '#dashboard/api/addresses.ts';
import {
  cancelledOrder,
  createdLoan,
  orderText,
  requestedLoan,
  subjectText,
} from '#dashboard/api/operations/entry-facts.ts';
import { wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import type { Label } from '#dashboard/lib/label.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { CardLines } from '#dashboard/list/card-lines.tsx';
import { head, labelColumn, textColumn } from '#dashboard/list/columns.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { LabelBadge } from '#dashboard/ui/badge.tsx';
import { CopyId, ShortId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { type ActivityLine, KINDS } from './lines.ts';

const EVENTS: Readonly<Record<string, string>> = { [ORDER_CANCELLED_EVENT]: 'Cancellation received' };

/** The id of the order or the loan that a line is about, or of the member if nothing else is known. */
function idOf(line: ActivityLine): { name: string; id: string } | undefined {
  const order = orderIdOf(line);
  if (order) return { name: 'order ID', id: order };
  const loan = loanIdOf(line);
  if (loan) return { name: 'loan ID', id: loan };
  const member = memberIdOf(line);
  return member ? { name: 'member ID', id: member } : undefined;
}

const orderIdOf = ({ entry, event }: ActivityLine) => entry?.target.orderId ?? event?.order?._id;
const loanIdOf = ({ entry }: ActivityLine) => entry && createdLoan(entry)?.id;
const memberIdOf = ({ entry, event }: ActivityLine) => entry?.target.id ?? event?.member;

function actionOf({ kind, event }: ActivityLine): string {
  return kind === 'event' ? clip(EVENTS[event?.type ?? ''] ?? event?.type ?? KINDS.event, 60) : KINDS[kind];
}

function subjectOf({ entry, event }: ActivityLine): string | null {
  return (entry && subjectText(entry)) ?? (event?.order ? orderText(event.order) : null);
}

function resultOf({ entry }: ActivityLine): Label {
  return entry ? wordsOf(entry.kind, entry) : { label: 'Received', tone: 'info' };
}

export const activityColumns: Column<ActivityLine>[] = [
  {
    ...head('at', 'When', 'w-36', 'w-28'),
    required: true,
    sortable: { by: ({ at }) => at },
    cell: ({ at }) => <DateTime at={at} />,
  },
  {
    ...head('what', 'Action', 'w-38', 'w-24'),
    sortable: { by: actionOf },
    cell: (line) =>
      line.entry ? (
        <RowLink
          href={entryAddress(line.entry.id)}
          className="font-medium text-accent-text hover:underline underline-offset-2"
        >
          {actionOf(line)}
        </RowLink>
      ) : (
        actionOf(line)
      ),
  },
  labelColumn(head('outcome', 'Result', 'w-34', 'w-16'), resultOf),
  textColumn(head('who', 'Who', 'w-32', 'w-24'), whoOf),
  textColumn(head('approvedBy', 'Approved by', 'w-32', 'w-24'), ({ entry }) => entry?.approvedBy),
  textColumn(head('reason', 'Reason', 'w-38', 'w-32'), ({ entry }) => entry?.note.reason),
  textColumn(head('subject', 'Loan or order', 'w-44', 'w-32'), subjectOf, 'Unknown'),
  {
    ...head('about', 'ID', 'w-38', 'w-28'),
    hint: 'Of the order or the loan',
    sortable: { by: (line) => idOf(line)?.id },
    cell: (line) => {
      const own = idOf(line);
      return own ? <CopyId {...own} /> : <Unknown reason="None" />;
    },
  },
  {
    ...textColumn<ActivityLine>(head('message', 'Response', 'w-60', 'w-40'), ({ entry }) => entry?.message),
    optional: true,
  },
  {
    ...head('duration', 'Duration', 'w-21', 'w-12'),
    sortable: { by: ({ entry }) => entry?.durationMs },
    align: 'end',
    optional: true,
    cell: ({ entry }) =>
      entry?.durationMs == null ? (
        <Unknown reason="None" />
      ) : (
        <span className="tabular">{formatCount(entry.durationMs)} ms</span>
      ),
  },
  {
    ...head('request', 'Request ID', 'w-40', 'w-28'),
    sortable: { by: ({ entry }) => entry?.requestId },
    optional: true,
    cell: ({ entry }) => (entry ? <ShortId id={entry.requestId} /> : <Unknown reason="None" />),
  },
];

function whoOf({ entry }: ActivityLine): string {
  return entry?.who ?? 'Service';
}

/** Tells a line from the others of its kind where its card is not seen. */
export function lineLabel(line: ActivityLine): string {
  const subject = subjectOf(line) ?? idOf(line)?.id;
  return [actionOf(line), subject && clip(subject, 100), formatInstant(line.at)].filter(Boolean).join(', ');
}

/** A line as a card on a phone: what, with what result, why, who and when. The whole card opens the entry. */
export function LineCard({ line }: { line: ActivityLine }) {
  const subject = subjectOf(line) ?? idOf(line)?.id;
  const { note, approvedBy } = line.entry ?? {};
  return (
    <>
      <CardLines
        title={actionOf(line)}
        aside={<LabelBadge {...resultOf(line)} />}
        note={<bdi className="min-w-0 truncate">{clip(whoOf(line), 80)}</bdi>}
        noteAside={<DateTime at={line.at} />}
      >
        {subject && <p className="mt-1 truncate text-table">{clip(subject, 100)}</p>}
        {note?.reason && (
          <p className="mt-1 line-clamp-2 text-soft text-table wrap-anywhere">{clip(note.reason, 200)}</p>
        )}
      </CardLines>
      {approvedBy && (
        <p className="mt-1 truncate text-muted text-table">
          Approved by <bdi>{clip(approvedBy, 80)}</bdi>
        </p>
      )}
    </>
  );
}

const orderOf = ({ entry, event }: ActivityLine) =>
  (entry && cancelledOrder(entry)) ?? event?.order ?? undefined;

export const activityCsv: FileColumn<ActivityLine>[] = [
  { heading: 'Time', as: 'instant', cell: ({ at }) => new Date(at).toISOString() },
  { heading: 'Action', cell: actionOf },
  { heading: 'Result', cell: (line) => resultOf(line).label },
  { heading: 'Outcome', cell: ({ entry }) => entry?.outcome ?? 'received' },
  { heading: 'By', cell: ({ entry }) => entry?.by },
  { heading: 'Who', cell: ({ entry }) => entry?.who },
  { heading: 'Approved by', cell: ({ entry }) => entry?.approvedBy },
  { heading: 'Reason', cell: ({ entry }) => entry?.note.reason },
  { heading: 'Loan ID', cell: loanIdOf },
  { heading: 'Loan amount', as: 'amount', cell: ({ entry }) => loanOf(entry)?.amount },
  { heading: 'Borrower', cell: ({ entry }) => loanOf(entry)?.user_id },
  { heading: 'Member ID', cell: memberIdOf },
  { heading: 'Order ID', cell: orderIdOf },
  { heading: 'Order type', cell: (line) => orderOf(line)?.type },
  { heading: 'Order amount', as: 'amount', cell: (line) => orderOf(line)?.amount },
  { heading: 'Order price', as: 'amount', cell: (line) => orderOf(line)?.price },
  { heading: 'Currency', cell: (line) => orderOf(line)?.currency ?? loanOf(line.entry)?.currency },
  { heading: 'Status', cell: ({ entry }) => entry?.status },
  { heading: 'Code', cell: ({ entry }) => entry?.code },
  { heading: 'Response', cell: ({ entry }) => entry?.message },
  { heading: 'Run', cell: ({ entry }) => entry?.run },
  { heading: 'Event received', as: 'instant', cell: ({ entry, event }) => entry && event?.at },
  { heading: 'Duration (ms)', cell: ({ entry }) => entry?.durationMs },
  { heading: 'Request ID', cell: ({ entry }) => entry?.requestId },
  { heading: 'ID', cell: ({ id }) => id },
];

function loanOf(entry: JournalEntry | null) {
  return entry?.kind === 'createLoan' ? requestedLoan(entry) : undefined;
}
