import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { encodeQuery } from '#contract/query.ts';
import { HOLDER_HEADER } from '#contract/session.ts';
import { type ViewContent, viewList } from '#contract/views.ts';
import { ApiError } from '../http/api-error.ts';
import { request } from '../http/client.ts';
import { sessionHolder, useDesk } from '../session/session.ts';
import { takeOverScreens } from './stored-screens.ts';

const KEY = 'views';

/** The saved views of a list: the holder's own and those for everyone. */
export function viewsQuery(list: string, holder: string) {
  return queryOptions({
    queryKey: [KEY, list],
    queryFn: async ({ signal }) => {
      if (list === 'Tokens') await takeOverScreens(holder, async (id, view) => await save(holder, id, view));
      const { data } = await request('GET', `/desk/views?${encodeQuery({ list })}`, { signal });
      const parsed = z.safeParse(viewList, data);
      if (parsed.success) return parsed.data.views;
      throw new ApiError('unreadable', { message: 'Pledge returned views that can’t be read.' });
    },
  });
}

/** Saves a view, or changes one. It is done once the lists show it. */
export function useSaveView() {
  const client = useQueryClient();
  const holder = sessionHolder(useDesk());
  return useMutation({
    mutationFn: async ({ id, ...view }: ViewContent & { id: string }) => await save(holder, id, view),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** Deletes a view. */
export function useDeleteView() {
  const client = useQueryClient();
  const headers = { [HOLDER_HEADER]: sessionHolder(useDesk()) };
  return useMutation({
    mutationFn: async (id: string) => await request('DELETE', `/desk/views/${id}`, { headers }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

async function save(holder: string, id: string, body: ViewContent) {
  return await request('PUT', `/desk/views/${id}`, { body, headers: { [HOLDER_HEADER]: holder } });
}
