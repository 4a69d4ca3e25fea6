import type { DeskEvent } from '#contract/events.ts';
import {
  JOURNAL_KINDS,
  JOURNAL_OUTCOMES,
  type JournalEntry,
  type JournalKind,
} from '#contract/operations.ts';
import { ORDER_CANCELLED_EVENT } from '#contract/orders.ts';
import type { EventFilter } from '#dashboard/api/activity/events.ts';
import { createdLoan } from '#dashboard/api/operations/entry-facts.ts';
import type { JournalFilter } from '#dashboard/api/operations/journal.ts';
import { instantsOf, readHistoryFilter } from '#dashboard/list/history-filter.ts';

/** A line of the activity: a write made in Pledge, or an event that it received. */
export interface ActivityLine {
  id: string;
  at: number;
  kind: JournalKind | 'event';
  entry: JournalEntry | null;
  /** The event; of a cancellation made in Pledge, the one that confirmed it. */
  event: DeskEvent | null;
}

export const KINDS: Record<ActivityLine['kind'], string> = {
  createLoan: 'Create loan',
  cancelOrder: 'Cancel order',
  event: 'Event',
};

/** The outcomes that an activity can be narrowed to; lines that a run has yet to send are not activity. */
export const SHOWN_OUTCOMES = JOURNAL_OUTCOMES.filter((outcome) => outcome !== 'waiting');

type ActivityFilter = ReturnType<typeof readActivityFilter>;

/** Reads the filter of an address, without anything in it that makes no sense. */
export function readActivityFilter(search: URLSearchParams) {
  const kinds = [...JOURNAL_KINDS, 'event'] as const;
  return {
    ...readHistoryFilter(search),
    kind: kinds.find((kind) => kind === search.get('kind')),
    outcome: SHOWN_OUTCOMES.find((outcome) => outcome === search.get('outcome')),
  };
}

/** What the gateway is asked for; null where nothing can match. */
export interface Question {
  writes: JournalFilter | null;
  events: EventFilter | null;
}

export function questionOf(filter: ActivityFilter): Question {
  const { q, kind, outcome, person, loan, member, order, run } = filter;
  const ofBoth = { ...instantsOf(filter.days), q, member, order };
  // Events have neither person, loan, outcome nor run.
  const isOfWrites = (kind && kind !== 'event') || outcome || person || loan || run;
  return {
    writes: kind === 'event' ? null : { ...ofBoth, kind, outcome, person, loan, run },
    events: isOfWrites ? null : ofBoth,
  };
}

/** Whether an entry is one of those that are asked for, apart from the search: only the gateway knows its results. */
export function matches(entry: JournalEntry, asked: JournalFilter): boolean {
  const { kind, outcome, person, from, to, loan, member, order, run } = asked;
  if (kind && entry.kind !== kind) return false;
  if (outcome && entry.outcome !== outcome) return false;
  if (person && entry.person !== person) return false;
  if ((from && entry.at < from) || (to && entry.at > to)) return false;
  if (loan && createdLoan(entry)?.id !== loan) return false;
  if (member && entry.target.id !== member) return false;
  if (order && entry.target.orderId !== order) return false;
  return !run || entry.run === run;
}

/** The lines that were read from one source, newest first, and whether there are older ones. */
export interface Source<Item> {
  items: readonly Item[];
  hasMore: boolean;
}

/** When the oldest line was that was read from a source, in milliseconds since 1970; -Infinity if it has no older ones. */
export function endOf({ items, hasMore }: Source<{ at: string }>): number {
  return hasMore ? Date.parse(items.at(-1)?.at ?? '') || 0 : Number.NEGATIVE_INFINITY;
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
  const end = Math.max(endOf(entries), endOf(events));
  const onTop = new Set(unsettled.map(({ id }) => id));
  const { confirmedBy, others } = pairUp(entries.items, events.items);
  const lineOf = (entry: JournalEntry): ActivityLine => {
    const { id, at, kind } = entry;
    return { id, at: Date.parse(at), kind, entry, event: confirmedBy.get(id) ?? null };
  };
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

function lineOfEvent(event: DeskEvent): ActivityLine {
  return { id: event.id, at: Date.parse(event.at), kind: 'event', entry: null, event };
}
