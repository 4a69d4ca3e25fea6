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

/** Changes what is given of a person's access. The rest stays as it is now: another administrator may have changed it. */
export function useChangePerson() {
  return useOwnChange(
    async ({ id, ...changed }: Partial<PersonChange> & { id: string }, send) => {
      const { people } = await getOwn('/desk/people', peopleList);
      const now = people.find((person) => person.id === id);
      // Roles that were never set here stay those of the sign-in.
      const kept = { roles: now?.rolesSetHere ? now.roles : null, disabled: now?.disabled ?? false };
      return await send('PUT', `/desk/people/${encodeURIComponent(id)}`, { ...kept, ...changed });
    },
    { refresh: peopleQuery.queryKey },
  );
}

export function useEndSession() {
  return useOwnChange(
    async (id: string, send) => await send('DELETE', `/desk/sessions/${encodeURIComponent(id)}`),
    { refresh: sessionsQuery.queryKey },
  );
}
