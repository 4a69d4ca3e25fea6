import { queryOptions } from '@tanstack/react-query';
import { encodeQuery } from '#contract/query.ts';
import { type ViewContent, viewList } from '#contract/views.ts';
import { fieldsOf } from '#dashboard/lib/json.ts';
import { readStored, store } from '#dashboard/lib/storage.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { ApiError } from '../http/api-error.ts';
import { getOwn, sendFor } from '../own-data.ts';
import { useOwnChange } from '../session/use-own-change.ts';

const KEY = 'views';

/** The saved views of a list: the holder's own and those for everyone. */
export function viewsQuery(list: string, holder: string) {
  return queryOptions({
    queryKey: [KEY, list],
    queryFn: async ({ signal }) => {
      if (list === 'Tokens') await takeOverScreens(holder);
      return (await getOwn(`/desk/views?${encodeQuery({ list })}`, viewList, signal)).views;
    },
  });
}

export function useSaveView() {
  return useOwnChange(
    async ({ id, ...view }: ViewContent & { id: string }, send) => await send('PUT', addressOf(id), view),
    { refresh: [KEY] },
  );
}

export function useDeleteView() {
  return useOwnChange(async (id: string, send) => await send('DELETE', addressOf(id)), { refresh: [KEY] });
}

function addressOf(id: string): string {
  return `/desk/views/${id}`;
}

/** Where earlier versions kept saved searches of tokens: in this browser, apart for each holder. */
const STORED = 'pledge-screens';

let underWay: Promise<void> | undefined;

/** Saves what this browser still keeps of a holder as their own views of tokens, and removes it here. */
async function takeOverScreens(holder: string): Promise<void> {
  // A caller that asks meanwhile waits for it as well, and then finds the views.
  underWay ??= takeOver(holder).finally(() => {
    underWay = undefined;
  });
  await underWay;
}

async function takeOver(holder: string): Promise<void> {
  const isOwn = (entry: unknown) => fieldsOf(entry).holder === holder;
  const own = readEntries().filter(isOwn);
  if (own.length === 0) return;
  // Taken out before anything is awaited, so that no other tab takes them as well.
  const others = readEntries().filter((entry) => !isOwn(entry));
  store(STORED, others);
  for (const entry of own) {
    const { name, query } = fieldsOf(entry);
    const view: ViewContent = {
      list: 'Tokens',
      name: String(name),
      query: String(query),
      density: 'comfortable',
      forEveryone: false,
    };
    try {
      await sendFor(holder, 'PUT', addressOf(newUuid()), view);
    } catch (error) {
      // What the gateway doesn't take was no screen. After another failure, the next time is another chance.
      if (!(error instanceof ApiError && error.kind === 'invalid')) store(STORED, [...readEntries(), entry]);
    }
  }
}

function readEntries(): unknown[] {
  const entries = readStored(STORED);
  return Array.isArray(entries) ? entries : [];
}
