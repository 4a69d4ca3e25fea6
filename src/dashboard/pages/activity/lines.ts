import type { DeskEvent } from '#contract/events.ts';
import {
  JOURNAL_KINDS,
  JOURNAL_OUTCOMES,
  type JournalEntry,
  type JournalKind,
  type JournalOutcome,
} from '#contract/journal.ts';
import type { JournalFilter } from '#dashboard/api/journal.ts';

/** A line of the activity: a write through this desk, or an event that reached it. */
export interface ActivityLine {
  id: string;
  at: number;
  kind: JournalKind | 'event';
  entry: JournalEntry | null;
  event: DeskEvent | null;
}

export interface ActivityFilter {
  kind: JournalKind | 'event' | null;
  outcome: JournalOutcome | null;
  /** Days, both inclusive: `2026-11-21`. */
  from: string | null;
  to: string | null;
  /** The id of a member or of an order. */
  member: string;
  order: string;
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The filter of an address; whatever is nonsense in it falls back quietly. */
export function readActivityFilter(search: URLSearchParams): ActivityFilter {
  const text = (name: string) => (search.get(name) ?? '').slice(0, 200);
  const day = (name: string) =>
    DAY.test(text(name)) && !Number.isNaN(Date.parse(text(name))) ? text(name) : null;
  const kinds = [...JOURNAL_KINDS, 'event'] as const;
  return {
    kind: kinds.find((kind) => kind === text('kind')) ?? null,
    outcome: JOURNAL_OUTCOMES.find((outcome) => outcome === text('outcome')) ?? null,
    from: day('from'),
    to: day('to'),
    member: text('member'),
    order: text('order'),
  };
}

/** What the gateway is asked for: the days as instants in the reader's own zone, the last one to its very end. */
export function toJournalFilter(filter: ActivityFilter): JournalFilter {
  const { from, to } = boundsOf(filter);
  return {
    ...(filter.kind !== null && filter.kind !== 'event' && { kind: filter.kind }),
    ...(filter.outcome !== null && { outcome: filter.outcome }),
    ...(from !== null && { from: new Date(from).toISOString() }),
    ...(to !== null && { to: new Date(to).toISOString() }),
    ...(filter.member !== '' && { member: filter.member }),
    ...(filter.order !== '' && { order: filter.order }),
  };
}

function boundsOf({ from, to }: ActivityFilter): { from: number | null; to: number | null } {
  return {
    from: from === null ? null : new Date(`${from}T00:00:00`).getTime(),
    to: to === null ? null : new Date(`${to}T23:59:59.999`).getTime(),
  };
}

/** Writes and events in one order, newest first. Entries were narrowed by the gateway, events are here. */
export function linesOf(
  entries: readonly JournalEntry[],
  events: readonly DeskEvent[],
  filter: ActivityFilter,
): ActivityLine[] {
  const { from, to } = boundsOf(filter);
  const kept = events.filter((event) => {
    const at = Date.parse(event.at);
    if ((from !== null && at < from) || (to !== null && at > to)) return false;
    if (filter.member !== '' && event.member !== filter.member) return false;
    return filter.order === '' || event.order?._id === filter.order;
  });
  return [
    ...entries.map((entry) => ({
      id: entry.id,
      at: Date.parse(entry.at),
      kind: entry.kind,
      entry,
      event: null,
    })),
    ...kept.map((event) => ({
      id: event.id,
      at: Date.parse(event.at),
      kind: 'event' as const,
      entry: null,
      event,
    })),
  ].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}
