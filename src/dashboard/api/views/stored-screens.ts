import type { ViewContent } from '#contract/views.ts';
import { readStored, store } from '#dashboard/lib/storage.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { ApiError } from '../http/api-error.ts';

/** Where earlier versions kept saved searches of tokens: in this browser, apart for each holder. */
const KEY = 'pledge-screens';

type Save = (id: string, view: ViewContent) => Promise<unknown>;

let underWay: Promise<void> | undefined;

/** Saves what this browser still keeps of a holder as their own views of tokens, and removes it here. */
export async function takeOverScreens(holder: string, save: Save): Promise<void> {
  // Whoever asks meanwhile waits for it as well, and then finds the views.
  underWay ??= takeOver(holder, save).finally(() => {
    underWay = undefined;
  });
  await underWay;
}

async function takeOver(holder: string, save: Save): Promise<void> {
  const isOwn = (entry: unknown) => (entry as { holder?: unknown } | null)?.holder === holder;
  const own = readEntries().filter(isOwn);
  if (own.length === 0) return;
  // Taken out before anything is awaited, so that no other tab takes them as well.
  const others = readEntries().filter((entry) => !isOwn(entry));
  store(KEY, others);
  for (const entry of own) {
    const { name, query } = entry as Partial<Record<string, unknown>>;
    const view = { list: 'Tokens', name: String(name), query: String(query) };
    try {
      await save(newUuid(), { ...view, density: 'comfortable', forEveryone: false });
    } catch (error) {
      // What the gateway doesn't take was no screen. After another failure, the next time is another chance.
      if (!(error instanceof ApiError && error.kind === 'invalid')) store(KEY, [...readEntries(), entry]);
    }
  }
}

function readEntries(): unknown[] {
  const entries = readStored(KEY);
  return Array.isArray(entries) ? entries : [];
}
