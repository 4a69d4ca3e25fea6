import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type PersonChange, peopleList, sessionList } from '#contract/people.ts';
import { HOLDER_HEADER } from '#contract/session.ts';
import { ApiError } from '../http/api-error.ts';
import { request } from '../http/client.ts';
import { sessionHolder, useDesk } from '../session/session.ts';

const KEYS = { people: ['people'], sessions: ['sessions'] } as const;

/** Everyone of the organisation who has signed in, the one seen last first. For administrators. */
export const peopleQuery = queryOptions({
  queryKey: KEYS.people,
  queryFn: async ({ signal }) =>
    read(peopleList, (await request('GET', '/desk/people', { signal })).data).people,
});

/** One's own open sessions, the one seen last first. */
export const sessionsQuery = queryOptions({
  queryKey: KEYS.sessions,
  queryFn: async ({ signal }) =>
    read(sessionList, (await request('GET', '/desk/sessions', { signal })).data).sessions,
});

/** Sets a person's roles and whether they may sign in. */
export function useChangePerson() {
  const client = useQueryClient();
  const headers = { [HOLDER_HEADER]: sessionHolder(useDesk()) };
  return useMutation({
    mutationFn: async ({ id, ...body }: PersonChange & { id: string }) =>
      await request('PUT', `/desk/people/${encodeURIComponent(id)}`, { body, headers }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEYS.people }),
  });
}

/** Ends one of one's own sessions. */
export function useEndSession() {
  const client = useQueryClient();
  const headers = { [HOLDER_HEADER]: sessionHolder(useDesk()) };
  return useMutation({
    mutationFn: async (id: string) =>
      await request('DELETE', `/desk/sessions/${encodeURIComponent(id)}`, { headers }),
    onSettled: () => client.invalidateQueries({ queryKey: KEYS.sessions }),
  });
}

function read<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, data);
  if (parsed.success) return parsed.data;
  throw new ApiError('unreadable', { message: 'Pledge returned people that can’t be read.' });
}
