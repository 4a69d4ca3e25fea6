import { queryOptions } from '@tanstack/react-query';
import { type PersonChange, peopleList, sessionList } from '#contract/people.ts';
import { getOwn } from '../own-data.ts';
import { useOwnChange } from '../session/use-own-change.ts';

/** Everyone of the organisation who has signed in, the one seen last first. For administrators. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async ({ signal }) => (await getOwn('/desk/people', peopleList, signal)).people,
});

/** One's own open sessions, the one seen last first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await getOwn('/desk/sessions', sessionList, signal)).sessions,
});

export function useChangePerson(id: string) {
  return useOwnChange(
    async (change: PersonChange, send) => await send('PUT', `/desk/people/${encodeURIComponent(id)}`, change),
    { refresh: peopleQuery.queryKey },
  );
}

export function useEndSession() {
  return useOwnChange(
    async (id: string, send) => await send('DELETE', `/desk/sessions/${encodeURIComponent(id)}`),
    { refresh: sessionsQuery.queryKey },
  );
}
