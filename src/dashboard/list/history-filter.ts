import { boundsOfDayRange, readDayRange, splitDayRange } from '#dashboard/lib/day-range.ts';
import { readDay } from '#dashboard/lib/search-params.ts';
import { readUuid } from '#dashboard/lib/uuid.ts';

/** What an address narrows a history to: a search, a person's id, ids of records, and days of the chosen zone. */
export function readHistoryFilter(search: URLSearchParams) {
  const text = (name: string) => search.get(name)?.slice(0, 200) || undefined;
  const [from, to] = ['from', 'to'].map((name) => readDay(search, name) ?? '');
  return {
    q: search.get('q') || undefined,
    person: text('person'),
    loan: text('loan'),
    member: text('member'),
    order: text('order'),
    run: readUuid(search, 'run') ?? undefined,
    days: readDayRange(`${from}..${to}`),
  };
}

/** The parameters of an address that narrow a history as a filter does. */
export function historyParams<Filter extends { days: string }>({ days, ...filter }: Filter) {
  const [from, to] = splitDayRange(days);
  return { ...filter, from, to };
}

/** The first and the last instant of a filter's days, in ISO 8601. */
export function instantsOf(days: string) {
  const { from, to } = boundsOfDayRange(days);
  const text = (at: number | null) => (at === null ? undefined : new Date(at).toISOString());
  return { from: text(from), to: text(to) };
}

const RECORDS = { loan: 'Loan', order: 'Order', run: 'Run' };

export function recordChip(name: keyof typeof RECORDS) {
  const label = RECORDS[name];
  return { name, label, placeholder: `${label} ID`, read: (id: string) => id.trim() };
}
