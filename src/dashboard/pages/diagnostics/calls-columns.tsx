import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Call } from '#dashboard/api/http/call-log.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import type { Label } from '#dashboard/lib/label.ts';
import { redactPath } from '#dashboard/lib/redact.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { formatClockFully, formatInstantFully } from '#dashboard/lib/times.ts';
import { CardLines } from '#dashboard/list/card-lines.tsx';
import { head } from '#dashboard/list/columns.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** The address that opens a call, from one that lists it. */
export const callSearch = (search: URLSearchParams, { id }: Call) =>
  `?${withParams(search, { call: String(id) })}`;

function CallLink({ call }: { call: Call }) {
  const [search] = useSearchParams();
  return (
    <Link
      to={{ search: callSearch(search, call) }}
      className="block max-w-130 truncate font-mono text-label hover:text-accent-text hover:underline"
    >
      {nameOf(call)}
    </Link>
  );
}

export const callColumns: Column<Call>[] = [
  { ...head('call', 'Call', 'w-96', 'w-64'), required: true, cell: (call) => <CallLink call={call} /> },
  {
    ...head('at', 'Sent', 'w-36', 'w-16'),
    cell: ({ at }) => (
      <span className="tabular" title={formatInstantFully(at)}>
        {formatClockFully(at)}
      </span>
    ),
  },
  { ...head('status', 'Status', 'w-36', 'w-12'), cell: outcomeOf },
  { ...head('took', 'Duration', 'w-24', 'w-12'), align: 'end', cell: durationOf },
  {
    ...head('size', 'Size', 'w-24', 'w-12'),
    hint: 'Bytes of the uncompressed response',
    align: 'end',
    cell: sizeOf,
  },
  {
    ...head('retries', 'Retries', 'w-20', 'w-6'),
    hint: 'Failed attempts just before',
    align: 'end',
    cell: ({ retries }) => <span className="tabular">{formatCount(retries)}</span>,
  },
  { ...head('request', 'Request ID', 'w-40', 'w-28'), cell: requestOf },
];

export function durationOf(call: Call): ReactNode {
  return <span className="tabular">{tookText(call) ?? <Unknown reason="Still in progress" />}</span>;
}

export function sizeOf(call: Call): ReactNode {
  return <span className="tabular">{sizeText(call) ?? <Unknown reason="No response" />}</span>;
}

export function requestOf(call: Call): ReactNode {
  const id = requestIdOf(call);
  return id === null ? <Unknown reason="The response had none" /> : <CopyId id={id} name="request ID" />;
}

export function outcomeOf({ state, status }: Call): ReactNode {
  switch (state) {
    case 'under-way':
      return <Badge tone="info">In progress</Badge>;
    case 'cancelled':
      return <Badge>Cancelled</Badge>;
    case 'timeout':
      return <Badge tone="danger">Timed out</Badge>;
    case 'network':
      return <Badge tone="danger">{status === null ? 'No connection' : `${status}, interrupted`}</Badge>;
    case 'answered':
      return <Badge tone={toneOf(status ?? 0)}>{status}</Badge>;
  }
}

function toneOf(status: number): Label['tone'] {
  if (status >= 500) return 'danger';
  return status >= 400 ? 'warning' : 'success';
}

export function nameOf({ method, path }: Call): ReactNode {
  return (
    <bdi className="font-mono text-label">
      {method} {redactPath(path)}
    </bdi>
  );
}

export function CallCard({ call }: { call: Call }) {
  const facts = [tookText(call), sizeText(call), call.retries > 0 && `retry ${call.retries}`];
  return (
    <CardLines
      title={nameOf(call)}
      aside={<span className="shrink-0">{outcomeOf(call)}</span>}
      note={<span className="tabular">{formatClockFully(call.at)}</span>}
      noteAside={<span className="tabular">{facts.filter(Boolean).join(' · ')}</span>}
    />
  );
}

export const callCsv: FileColumn<Call>[] = [
  { heading: 'Method', cell: ({ method }) => method },
  { heading: 'Address', cell: ({ path }) => redactPath(path) },
  { heading: 'Sent', as: 'instant', cell: ({ at }) => new Date(at).toISOString() },
  { heading: 'Outcome', cell: ({ state }) => state },
  { heading: 'Status', cell: ({ status }) => status },
  { heading: 'Duration (ms)', cell: ({ ms }) => (ms === null ? null : Math.round(ms)) },
  { heading: 'Size (bytes)', cell: ({ size }) => size },
  { heading: 'Retries', cell: ({ retries }) => retries },
  { heading: 'Request ID', cell: requestIdOf },
];

function tookText({ ms }: Call): string | null {
  return ms === null ? null : `${formatCount(Math.round(ms))} ms`;
}

/** A size in bytes: `512`, `1.5 k`, `14.7 M`. */
function sizeText({ size }: Call): string | null {
  if (size === null) return null;
  if (size < 1_000) return formatCount(size);
  const [unit, name] = size < 1_000_000 ? [1_000, 'k'] : [1_000_000, 'M'];
  return `${formatCount(Math.round((size / unit) * 10) / 10)} ${name}`;
}

function requestIdOf({ headers }: Call): string | null {
  return headers.find(([name]) => name === 'x-request-id')?.[1] ?? null;
}
