import {
  type InfiniteData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { isFinal, type JournalEntry, journalEntry } from '#contract/operations.ts';
import { putAnswer, readAgain } from '../http/queries.ts';
import { getOwn, readOwn } from '../own-data.ts';
import { useOwnChange } from '../session/use-own-change.ts';
import { JOURNAL, type JournalPage, readJournal } from './journal.ts';

/** Begins the keys of entries, by their ids or by the keys of their writes. */
export const ENTRIES = ['entry'] as const;

export function entryQuery(id: string) {
  return queryOptions({
    queryKey: [...ENTRIES, id] as const,
    queryFn: ({ signal }) => getOwn(addressOf(id), journalEntry, signal),
    // Polls while the outcome is open, in case the event stream is interrupted.
    refetchInterval: ({ state }) => (state.data && !isFinal(state.data.outcome) ? 10_000 : false),
  });
}

/** A journal entry, live until its outcome is final. Reads nothing without an id. */
export function useEntry(id: string | null) {
  return useQuery({ ...entryQuery(id ?? ''), enabled: id !== null });
}

/** The entry of an idempotency key; null if the gateway has none. Throws an ApiError. */
export async function findEntry(key: string, signal?: AbortSignal): Promise<JournalEntry | null> {
  const { lines } = await readJournal({ key, limit: 1 }, signal);
  return lines[0] ?? null;
}

/** Asks for the entry of a lost write until the gateway returns it, with growing pauses, while the page is open. */
export function useLostWrite(key: string | null) {
  return useQuery({
    queryKey: [...ENTRIES, 'of-key', key] as const,
    queryFn: ({ signal }) => findEntry(key ?? '', signal),
    enabled: key !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      !data && Math.min(1_000 * 2 ** (dataUpdateCount + errorUpdateCount), 10_000),
    refetchIntervalInBackground: true,
    refetchOnReconnect: 'always',
  });
}

/** What a person can do about an entry whose outcome is unknown. */
type EntryAction =
  | { kind: 'check' }
  /** Takes a candidate for the loan that the entry created. */
  | { kind: 'choose'; loan: string }
  | { kind: 'close'; reason: string };

/** Acts on an entry. The mutation resolves with the entry as it is then. */
export function useEntryAction(id: string) {
  const client = useQueryClient();
  return useOwnChange(
    async ({ kind, ...body }: EntryAction, send) => {
      const { data } = await send('POST', `${addressOf(id)}/${kind}`, kind === 'check' ? undefined : body);
      return readOwn(journalEntry, data);
    },
    {
      onSuccess: (entry) => putEntry(client, entry),
      // Another person or a check may have decided meanwhile.
      onError: () => readAgain(client, { queryKey: entryQuery(id).queryKey }),
    },
  );
}

/** Replaces an entry in every list that holds it, without reloading the lists. */
export function putEntry(client: QueryClient, entry: JournalEntry): void {
  putAnswer(client, entryQuery(entry.id).queryKey, entry);
  const replaced = (page: JournalPage): JournalPage => ({
    ...page,
    lines: page.lines.map((each) => (each.id === entry.id ? entry : each)),
  });
  for (const { queryKey, state } of listsWith(client, entry.id)) {
    const { dataUpdatedAt: updatedAt } = state;
    client.setQueryData<Listed>(
      queryKey,
      (list) => list && ('pages' in list ? { ...list, pages: list.pages.map(replaced) } : replaced(list)),
      { updatedAt },
    );
  }
}

/** Whether an entry has been read: by itself, or in a list. */
export function isHeld(client: QueryClient, id: string): boolean {
  return client.getQueryData(entryQuery(id).queryKey) !== undefined || listsWith(client, id).length > 0;
}

type Listed = JournalPage | InfiniteData<JournalPage>;

function listsWith(client: QueryClient, id: string) {
  return client.getQueryCache().findAll({
    queryKey: JOURNAL,
    predicate: ({ state }) => {
      const list = state.data as Listed | undefined;
      const pages = list && 'pages' in list ? list.pages : [list];
      return pages.some((page) => page?.lines.some((entry) => entry.id === id));
    },
  });
}

function addressOf(id: string): string {
  return `/journal/${encodeURIComponent(id)}`;
}
