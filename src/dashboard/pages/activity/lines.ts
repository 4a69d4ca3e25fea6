import type { DeskEvent } from '#contract/events.ts';
import {
  JOURNAL_KINDS,
  JOURNAL_OUTCOMES,
  type JournalEntry,
  type JournalKind,
  type JournalOutcome,
} from '#contract/journal.ts';
import type { JournalFilter } from '#dashboard/api/journal.ts';
import { boundsOfDay } from '#dashboard/lib/times.ts';

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
  /** Days in the chosen zone, both inclusive: `2026-11-21`. */
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

/** What the gateway is asked for, of writes; events have neither kind nor outcome. */
export function toJournalFilter(filter: ActivityFilter): JournalFilter {
  return {
    ...(filter.kind !== null && filter.kind !== 'event' && { kind: filter.kind }),
    ...(filter.outcome !== null && { outcome: filter.outcome }),
    ...toEventFilter(filter),
  };
}

/** What the gateway is asked for, of events: the days as instants, the last one to its very end. */
export function toEventFilter({ from, to, member, order }: ActivityFilter) {
  return {
    ...(from !== null && { from: new Date(boundsOfDay(from).from).toISOString() }),
    ...(to !== null && { to: new Date(boundsOfDay(to).to).toISOString() }),
    ...(member !== '' && { member }),
    ...(order !== '' && { order }),
  };
}

/** Whether an entry is one of those that are asked for. */
export function matches(entry: JournalEntry, filter: ActivityFilter): boolean {
  const { kind, outcome, from, to, member, order } = toJournalFilter(filter);
  if (filter.kind === 'event' || (kind !== undefined && entry.kind !== kind)) return false;
  if (outcome !== undefined && entry.outcome !== outcome) return false;
  if ((from !== undefined && entry.at < from) || (to !== undefined && entry.at > to)) return false;
  if (member !== undefined && entry.target.id !== member) return false;
  return order === undefined || entry.target.orderId === order;
}

/** The lines that were read from one source, newest first, and whether there are older ones. */
export interface Source<Item> {
  items: readonly Item[];
  hasMore: boolean;
}

/**
 * Writes and events in one order: those with an unknown outcome on top, then the newest first. Where a source has
 * older lines that are not here yet, the list ends at the last that is: further down some would be missing.
 */
export function linesOf(
  entries: Source<JournalEntry>,
  events: Source<DeskEvent>,
  unsettled: readonly JournalEntry[],
): ActivityLine[] {
  const ends = [entries, events].map(({ items, hasMore }) =>
    hasMore ? Date.parse(items.at(-1)?.at ?? '') || 0 : Number.NEGATIVE_INFINITY,
  );
  const end = Math.max(...ends);
  const onTop = new Set(unsettled.map(({ id }) => id));
  const rest = [
    ...entries.items.filter(({ id }) => !onTop.has(id)).map(lineOfEntry),
    ...events.items.map(lineOfEvent),
  ];
  return [
    ...unsettled.map(lineOfEntry),
    ...rest.filter(({ at }) => at >= end).sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)),
  ];
}

function lineOfEntry(entry: JournalEntry): ActivityLine {
  return { id: entry.id, at: Date.parse(entry.at), kind: entry.kind, entry, event: null };
}

function lineOfEvent(event: DeskEvent): ActivityLine {
  return { id: event.id, at: Date.parse(event.at), kind: 'event', entry: null, event };
}
