import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import * as z from 'zod/mini';
import { MAX_HISTORY_PAGE } from '#contract/operations.ts';
import { encodeQuery } from '#contract/query.ts';
import { fieldsOf } from '#dashboard/lib/json.ts';
import { ApiError } from './api-error.ts';
import { request } from './client.ts';

/** Which page of a list to read: at most `limit` rows, from `before`, the `next` of the page before it. */
export interface Place {
  before?: string | undefined;
  limit?: number | undefined;
}

/** The sizes of the pages of the journal, of the log of events and of the audit log. */
export const HISTORY_PAGES = { first: 100, later: MAX_HISTORY_PAGE };

/** What reads a page of a list of the desk's own, newest first. It throws an ApiError. */
export function ownReader<Filter extends Parameters<typeof encodeQuery>[0], Schema extends z.ZodMiniType>(
  path: string,
  name: 'entries' | 'events',
  schema: Schema,
) {
  return async (question: Filter & Place, signal?: AbortSignal) => {
    const askedAt = Date.now();
    const search = encodeQuery({ limit: HISTORY_PAGES.first, ...question });
    const page = fieldsOf((await request('GET', `${path}?${search}`, { signal })).data);
    const all = page[name];
    if (!Array.isArray(all))
      throw new ApiError('unreadable', { message: `Pledge’s list of ${name} can’t be read.` });
    const lines: z.output<Schema>[] = all.flatMap((line) => z.safeParse(schema, line).data ?? []);
    return {
      lines,
      /** When it was asked for, in milliseconds since 1970: what happened later may be missing. */
      askedAt,
      unreadable: all.length - lines.length,
      /** Asks for the page after this one; null on the last. */
      next: typeof page.next === 'string' || typeof page.next === 'number' ? String(page.next) : null,
      /** How many there are; null if they are more than the gateway counts. */
      total: typeof page.total === 'number' || page.total === null ? page.total : lines.length,
    };
  };
}

/**
 * A list that is read page by page: every page names the next. The first page is small, to be there soon; the others are
 * large, to take few requests. Null asks for the first, as JSON has no undefined. A later page that can't change any more
 * isn't read again.
 */
export function pagesQuery<Key extends QueryKey, Page extends { next: string | null }>(
  queryKey: Key,
  sizes: { first: number; later: number },
  read: (place: Required<Place>, signal: AbortSignal) => Promise<Page>,
  isSettled: (page: Page) => boolean = () => false,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: async ({ client, pageParam, signal }) => {
      const kept = pageParam === null ? undefined : pageFrom<Page>(client, queryKey, pageParam);
      if (kept && isSettled(kept)) return kept;
      const limit = pageParam === null ? sizes.first : sizes.later;
      return await read({ before: pageParam ?? undefined, limit }, signal);
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** The page of a list that was read from a place on, if it is here. */
export function pageFrom<Page>(client: QueryClient, queryKey: QueryKey, place: unknown): Page | undefined {
  const list = client.getQueryData<InfiniteData<Page>>(queryKey);
  return list?.pages[list.pageParams.indexOf(place)];
}
