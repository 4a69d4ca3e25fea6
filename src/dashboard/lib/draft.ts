import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormSubscribe } from 'react-hook-form';
import { isInstant, perHolder, readStored, store } from './storage.ts';

/** What was typed and not sent yet, kept in this browser for each holder; each tab has its own draft. */

export interface Draft {
  id: string;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
  values: unknown;
}

const MOST = 5;
const MOST_HOLDERS = 10;

export function draftsOf(form: string, holder: string) {
  const key = `pledge-drafts:${form}`;
  const tabKey = `pledge-draft:${form}`;

  const kept = perHolder(key, readDrafts, MOST_HOLDERS);
  const read = () => kept.of(holder) ?? [];
  const write = (drafts: Draft[]) => kept.put(holder, drafts.length > 0 ? drafts.slice(-MOST) : undefined);

  return {
    /** The draft that this tab was at before it was reloaded. */
    own(): Draft | undefined {
      const tab = readStored(tabKey, 'sessionStorage');
      const id = Array.isArray(tab) && tab[0] === holder ? tab[1] : undefined;
      return read().find((draft) => draft.id === id);
    },
    all(): Draft[] {
      return [...read()].sort((a, b) => b.at - a.at);
    },
    /** Keeps a draft as this tab's; false where the browser keeps nothing. */
    keep(draft: Draft): boolean {
      this.take(draft.id);
      return write([...read().filter(({ id }) => id !== draft.id), draft]);
    },
    /** Makes a draft this tab's own. If the browser refuses, it is offered after a reload, instead of being restored. */
    take: (id: string) => void store(tabKey, [holder, id], 'sessionStorage'),
    discard(id: string): void {
      write(read().filter((draft) => draft.id !== id));
    },
  };
}

function readDrafts(value: unknown): Draft[] | undefined {
  const isDraft = (draft: Partial<Draft> | null) => typeof draft?.id === 'string' && isInstant(draft.at);
  return Array.isArray(value) && value.every(isDraft) ? value : undefined;
}

/** Calls `keep` with a form's values at every change of one, also one that the form makes itself. */
export function useKeepTyped<Values extends FieldValues>(
  subscribe: UseFormSubscribe<Values>,
  keep: (values: Values) => void,
): void {
  const keepNow = useEffectEvent(keep);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepNow(values) }),
    [subscribe],
  );
}
