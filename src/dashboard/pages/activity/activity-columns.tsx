import type { ReactNode } from 'react';
import type { JournalOutcome } from '#contract/journal.ts';
import type { CsvColumn } from '#dashboard/lib/csv.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import type { Column } from '#dashboard/table/column.ts';
import { Badge, type Tone } from '#dashboard/ui/badge.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import type { ActivityLine } from './lines.ts';

export const KINDS: Record<ActivityLine['kind'], string> = {
  createLoan: 'Create loan',
  cancelOrder: 'Cancel order',
  event: 'Event',
};

export const OUTCOMES: Record<JournalOutcome, { word: string; tone: Tone }> = {
  pending: { word: 'Under way', tone: 'info' },
  done: { word: 'Done', tone: 'success' },
  refused: { word: 'Refused', tone: 'danger' },
  'not-sent': { word: 'Not sent', tone: 'neutral' },
  unknown: { word: 'Unknown', tone: 'warning' },
  'found-done': { word: 'Found done', tone: 'success' },
  'found-not-done': { word: 'Found not done', tone: 'neutral' },
};

/** What a line is about: the ids of the order and its member, or of the loan. */
function idsOf({ entry, event }: ActivityLine): { name: string; id: string }[] {
  const reply = (entry?.reply ?? {}) as { id?: unknown };
  return [
    { name: 'order id', id: entry?.target.orderId ?? event?.order?._id },
    { name: 'member id', id: entry?.target.id ?? event?.member },
    {
      name: 'loan id',
      id: entry?.kind === 'createLoan' && typeof reply.id === 'string' ? reply.id : undefined,
    },
  ].flatMap(({ name, id }) => (id ? [{ name, id }] : []));
}

function what({ kind, event }: ActivityLine): string {
  return kind === 'event' ? (event?.type ?? KINDS.event) : KINDS[kind];
}

function Outcome({ entry }: ActivityLine): ReactNode {
  if (!entry) return <Badge tone="info">Received</Badge>;
  const { word, tone } = OUTCOMES[entry.outcome];
  return <Badge tone={tone}>{word}</Badge>;
}

export function activityColumns(): Column<ActivityLine>[] {
  return [
    {
      id: 'at',
      header: 'When',
      width: 'w-40',
      skeleton: 'w-28',
      required: true,
      cell: ({ at }) => <DateTime at={at} />,
    },
    { id: 'what', header: 'What', width: 'w-34', skeleton: 'w-24', cell: what },
    {
      id: 'outcome',
      header: 'Outcome',
      width: 'w-34',
      skeleton: 'w-16',
      cell: (line) => <Outcome {...line} />,
    },
    {
      id: 'about',
      header: 'About',
      width: 'w-76',
      skeleton: 'w-56',
      cell: (line) => (
        <span className="flex gap-3">
          {idsOf(line).map(({ name, id }) => (
            <CopyId key={name} id={id} name={name} />
          ))}
        </span>
      ),
    },
    {
      id: 'message',
      header: 'Answer',
      width: 'w-60',
      skeleton: 'w-40',
      cell: ({ entry }) => text(entry?.message, 'There was no answer.', 140),
    },
    {
      id: 'reason',
      header: 'Reason',
      width: 'w-48',
      skeleton: 'w-32',
      cell: ({ entry }) => text(entry?.note.reason, 'No reason was given.', 100),
    },
    {
      id: 'who',
      header: 'Who',
      width: 'w-36',
      skeleton: 'w-24',
      cell: ({ entry, kind }) =>
        kind === 'event' ? 'The service' : text(entry?.who, 'Nobody is named.', 60),
    },
    {
      id: 'duration',
      header: 'Took',
      align: 'end',
      width: 'w-21',
      skeleton: 'w-12',
      cell: ({ entry }) =>
        entry?.durationMs == null ? (
          <Unknown reason="It was not measured." />
        ) : (
          <span className="tabular">{formatCount(Math.round(entry.durationMs))} ms</span>
        ),
    },
    {
      id: 'request',
      header: 'Request id',
      width: 'w-40',
      skeleton: 'w-28',
      optional: true,
      cell: ({ entry }) =>
        entry ? <CopyId id={entry.requestId} name="request id" /> : <Unknown reason="An event has none." />,
    },
  ];
}

function text(value: string | null | undefined, lack: string, length: number): ReactNode {
  if (!value) return <Unknown reason={lack} />;
  return (
    <bdi title={clip(value, 500)} className="block max-w-90 truncate">
      {clip(value, length)}
    </bdi>
  );
}

/** A line where there is no room for columns. */
export function LineCard({ line }: { line: ActivityLine }) {
  const [first] = idsOf(line);
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium">{what(line)}</span>
        <Outcome {...line} />
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-muted text-table">
        <DateTime at={line.at} />
        {first && <CopyId id={first.id} name={first.name} />}
      </div>
    </>
  );
}

export const activityCsv: CsvColumn<ActivityLine>[] = [
  { heading: 'at', cell: ({ at }) => new Date(at).toISOString() },
  { heading: 'kind', cell: what },
  { heading: 'outcome', cell: ({ entry }) => entry?.outcome ?? 'received' },
  { heading: 'member', cell: ({ entry, event }) => entry?.target.id ?? event?.member },
  { heading: 'order', cell: ({ entry, event }) => entry?.target.orderId ?? event?.order?._id },
  { heading: 'status', cell: ({ entry }) => entry?.status },
  { heading: 'code', cell: ({ entry }) => entry?.code },
  { heading: 'answer', cell: ({ entry }) => entry?.message },
  { heading: 'reason', cell: ({ entry }) => entry?.note.reason },
  { heading: 'run', cell: ({ entry }) => entry?.note.run },
  { heading: 'who', cell: ({ entry }) => entry?.who },
  { heading: 'duration (ms)', cell: ({ entry }) => entry?.durationMs },
  { heading: 'request id', cell: ({ entry }) => entry?.requestId },
  { heading: 'id', cell: ({ id }) => id },
];
