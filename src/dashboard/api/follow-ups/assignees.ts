import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { assigneeList } from '#contract/assignees.ts';
import { ApiError } from '../http/api-error.ts';
import { request } from '../http/client.ts';

/** Everyone who can be assigned a follow-up. */
export const assigneesQuery = queryOptions({
  queryKey: ['assignees'],
  queryFn: async ({ signal }) => {
    const { data } = await request('GET', '/desk/assignees', { signal });
    const parsed = z.safeParse(assigneeList, data);
    if (parsed.success) return parsed.data.people;
    throw new ApiError('unreadable', { message: 'Pledge returned people that can’t be read.' });
  },
});
