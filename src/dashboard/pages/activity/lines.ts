import type { DeskEvent } from '#contract/events.ts';
import {
  JOURNAL_KINDS,
  JOURNAL_OUTCOMES,
  type JournalEntry,
  type JournalKind,
  type JournalOutcome,
} from '#contract/operations.ts';
import { ORDER_CANCELLED_EVENT } from '#contract/orders.ts';
import { createdLoan } from '#dashboard/api/operations/entry-facts.ts';
import type { JournalFilter } from '#dashboard/api/operations/journal.ts';
import { readDay } from '#dashboard/lib/day-param.ts';
import { boundsOfDay } from '#dashboard/lib/times.ts';
import { readUuid } from '#dashboard/lib/uuid.ts';

/** A line of the activity: a write made in Pledge, or an event that it received. */
export interface ActivityLine {
  id: string;
  at: number;
  kind: JournalKind | 'event';
  entry: JournalEntry | null;
  /** The event; of a cancellation made in Pledge, the one that confirmed it. */
  event: DeskEvent | null;
}

export interface ActivityFilter {
  kind: JournalKind | 'event' | null;
  outcome: JournalOutcome | null;
  /** The id of the person who made the write. */
  person: string | null;
  /** Days in the chosen zone, both inclusive: `2026-11-21`. */
  from: string | null;
  to: string | null;
  /** Ids. */
  loan: string;
  member: string;
  order: string;
  run: string;
}

/** The outcomes that an activity can be narrowed to; lines that a run has yet to send are not activity. */
export const SHOWN_OUTCOMES = JOURNAL_OUTCOMES.filter((outcome) => outcome !== 'waiting');

/** Reads the filter of an address, without anything in it that makes no sense. */
export function readActivityFilter(search: URLSearchParams): ActivityFilter {
  const text = (name: string) => (search.get(name) ?? '').slice(0, 200);
  const kinds = [...JOURNAL_KINDS, 'event'] as const;
  return {
    kind: kinds.find((kind) => kind === text('kind')) ?? null,
    outcome: SHOWN_OUTCOMES.find((outcome) => outcome === text('outcome')) ?? null,
    person: text('person') || null,
    from: readDay(search, 'from'),
    to: readDay(search, 'to'),
    loan: text('loan'),
    member: text('member'),
    order: text('order'),
    run: readUuid(search, 'run') ?? '',
  };
}

/** Whether events are asked for: they have neither person, loan, outcome nor run. */
export function showsEvents({ kind, outcome, person, loan, run }: ActivityFilter): boolean {
  return (kind === null || kind === 'event') && outcome === null && person === null && !loan && !run;
}

/** What the gateway is asked for, of writes. */
export function toJournalFilter(filter: ActivityFilter): JournalFilter {
  return {
    ...(filter.kind !== null && filter.kind !== 'event' && { kind: filter.kind }),
    ...(filter.outcome !== null && { outcome: filter.outcome }),
    ...(filter.person !== null && { person: filter.person }),
    ...(filter.loan !== '' && { loan: filter.loan }),
    ...(filter.run !== '' && { run: filter.run }),
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
  const { kind, outcome, person, from, to, loan, member, order, run } = toJournalFilter(filter);
  if (run !== undefined && entry.run !== run) return false;
  if (person !== undefined && entry.person !== person) return false;
  if (loan !== undefined && createdLoan(entry)?.id !== loan) return false;
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
 * Writes and events in one order: unknown outcomes first, then the newest first. An event that confirms a cancellation
 * made in Pledge is part of that line. If a source has older lines that are not loaded yet, the list ends at its last
 * loaded line, because further down some would be missing.
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
  const { confirmedBy, others } = pairUp(entries.items, events.items);
  const lineOf = (entry: JournalEntry) => lineOfEntry(entry, confirmedBy.get(entry.id) ?? null);
  const rest = [...entries.items.filter(({ id }) => !onTop.has(id)).map(lineOf), ...others.map(lineOfEvent)];
  return [
    ...unsettled.map(lineOf),
    ...rest.filter(({ at }) => at >= end).sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)),
  ];
}

/** Finds the event of each cancellation made in Pledge: an order is cancelled once. */
function pairUp(entries: readonly JournalEntry[], events: readonly DeskEvent[]) {
  const cancellations = new Map(
    entries
      .filter(({ kind, outcome, by }) => kind === 'cancelOrder' && outcome === 'done' && by !== 'earlier')
      .map((entry) => [entry.target.orderId, entry.id]),
  );
  const confirmedBy = new Map<string, DeskEvent>();
  const others: DeskEvent[] = [];
  for (const event of events) {
    const entry = cancellations.get(event.order?._id);
    if (entry === undefined || event.type !== ORDER_CANCELLED_EVENT) others.push(event);
    else confirmedBy.set(entry, event);
  }
  return { confirmedBy, others };
}

function lineOfEntry(entry: JournalEntry, event: DeskEvent | null): ActivityLine {
  return { id: entry.id, at: Date.parse(entry.at), kind: entry.kind, entry, event };
}

function lineOfEvent(event: DeskEvent): ActivityLine {
  return { id: event.id, at: Date.parse(event.at), kind: 'event', entry: null, event };
}
