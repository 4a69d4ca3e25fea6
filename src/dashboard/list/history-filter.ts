import { readDay } from '#dashboard/lib/search-params.ts';
import { boundsOfDay } from '#dashboard/lib/times.ts';
import { readUuid } from '#dashboard/lib/uuid.ts';

/** What an address narrows a history to: a person's id, ids of records, and days of the chosen zone, both inclusive. */
export function readHistoryFilter(search: URLSearchParams) {
  const text = (name: string) => search.get(name)?.slice(0, 200) || undefined;
  return {
    person: text('person'),
    loan: text('loan'),
    member: text('member'),
    order: text('order'),
    run: readUuid(search, 'run') ?? undefined,
    from: readDay(search, 'from') ?? undefined,
    to: readDay(search, 'to') ?? undefined,
  };
}

/** The first and the last instant of a filter's days, in ISO 8601. */
export function instantsOf({ from, to }: { from: string | undefined; to: string | undefined }) {
  return {
    from: from && new Date(boundsOfDay(from).from).toISOString(),
    to: to && new Date(boundsOfDay(to).to).toISOString(),
  };
}

const RECORDS = { loan: 'Loan', order: 'Order', run: 'Run' };

/** The filter of a kind of record, by its id. */
export function recordChip(name: keyof typeof RECORDS) {
  const label = RECORDS[name];
  return { name, label, placeholder: `${label} ID`, read: (id: string) => id.trim() };
}

export const DAY_CHIPS = [
  { name: 'from', label: 'From', isDay: true },
  { name: 'to', label: 'To', isDay: true },
] as const;
