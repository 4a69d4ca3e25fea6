import { queryOptions } from '@tanstack/react-query';
import { encodeQuery } from '#contract/query.ts';
import { type SavedView, type ViewContent, viewList } from '#contract/views.ts';
import { getOwn } from '../own-data.ts';
import { useOwnChange } from '../session/use-own-change.ts';

const KEY = 'views';

export function viewsQuery(list: string) {
  return queryOptions({
    queryKey: [KEY, list],
    queryFn: async ({ signal }) =>
      (await getOwn(`/desk/views?${encodeQuery({ list })}`, viewList, signal)).views,
  });
}

export function useSaveView() {
  return useOwnChange(
    async ({ id, ...view }: ViewContent & { id: string }, send) => await send('PUT', addressOf(id), view),
    { refresh: [KEY] },
  );
}

/** Deletes a view as it was shown: not one that has changed since. */
export function useDeleteView() {
  return useOwnChange(
    async ({ id, version }: Pick<SavedView, 'id' | 'version'>, send) =>
      await send('DELETE', `${addressOf(id)}?version=${version}`),
    { refresh: [KEY] },
  );
}

function addressOf(id: string): string {
  return `/desk/views/${id}`;
}
