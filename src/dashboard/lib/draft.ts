import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldValues, Path, UseFormReturn, UseFormSubscribe } from 'react-hook-form';
import { type Convention, currentConvention, withGroups } from './convention.ts';
import { subscribeToSettings } from './settings.ts';
import { isInstant, perHolder, readStored, store } from './storage.ts';

/** What was typed and not sent yet, kept in this browser for each holder; each tab has its own draft. */

export interface Draft {
  id: string;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
  values: unknown;
}

interface StoredDraft extends Draft {
  /** How numbers were written when it was typed; drafts of earlier versions don't say it. */
  convention?: Convention;
}

const MOST = 5;
const MOST_HOLDERS = 10;

/** The drafts of a form. `numbers` names the parts in which numbers are typed; all else is the same in every language. */
export function draftsOf(form: string, holder: string, numbers: readonly string[] = []) {
  const key = `pledge-drafts:${form}`;
  const tabKey = `pledge-draft:${form}`;

  const kept = perHolder(key, readDrafts, MOST_HOLDERS);
  const read = () => kept.of(holder) ?? [];
  const write = (drafts: StoredDraft[]) =>
    kept.put(holder, drafts.length > 0 ? drafts.slice(-MOST) : undefined);

  return {
    /** The draft that this tab was at before it was reloaded. */
    own(): Draft | undefined {
      const tab = readStored(tabKey, 'sessionStorage');
      const id = Array.isArray(tab) && tab[0] === holder ? tab[1] : undefined;
      return this.all().find((draft) => draft.id === id);
    },
    all(): Draft[] {
      return read()
        .map(({ convention, ...draft }) =>
          // The language may have changed since they were typed.
          convention ? { ...draft, values: inConvention(draft.values, numbers, convention) } : draft,
        )
        .sort((a, b) => b.at - a.at);
    },
    /** Keeps a draft as this tab's; false where the browser keeps nothing. */
    keep(draft: Draft): boolean {
      this.take(draft.id);
      const convention = currentConvention();
      return write([...read().filter(({ id }) => id !== draft.id), { ...draft, convention }]);
    },
    /** Makes a draft this tab's own. If the browser refuses, it is offered after a reload, instead of being restored. */
    take: (id: string) => void store(tabKey, [holder, id], 'sessionStorage'),
    discard(id: string): void {
      write(read().filter((draft) => draft.id !== id));
    },
  };
}

function readDrafts(value: unknown): StoredDraft[] | undefined {
  const isDraft = (draft: Partial<Draft> | null) => typeof draft?.id === 'string' && isInstant(draft.at);
  return Array.isArray(value) && value.every(isDraft) ? value : undefined;
}

/** One mark with three digits behind it: a thousand in one convention, a fraction in another. */
const AMBIGUOUS = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/** Values whose numbers were typed in a convention, as they are written now. */
export function inConvention<Values>(
  values: Values,
  numbers: readonly string[],
  convention: Convention,
): Values {
  if (JSON.stringify(convention) === JSON.stringify(currentConvention())) return values;
  const rewrite = (value: unknown, isNumber: boolean): unknown => {
    if (Array.isArray(value)) return value.map((part) => rewrite(part, isNumber));
    if (typeof value === 'object' && value !== null) {
      const parts = Object.entries(value);
      return Object.fromEntries(
        parts.map(([name, part]) => [name, rewrite(part, isNumber || numbers.includes(name))]),
      );
    }
    const [, whole, mark, digits] = (isNumber && typeof value === 'string' && AMBIGUOUS.exec(value)) || [];
    if (mark === convention.group) return withGroups(`${whole}${digits}`);
    return mark === convention.point ? withGroups(`${whole}.${digits}`) : value;
  };
  return rewrite(values, false) as Values;
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

/** Keeps what a form's numbers mean if another tab changes the language while it is open. `numbers` as in `draftsOf`. */
export function useSameNumbers<Values extends FieldValues>(
  { getValues, setValue }: Pick<UseFormReturn<Values>, 'getValues' | 'setValue'>,
  numbers: readonly string[],
): void {
  const convention = useRef(currentConvention());
  const follow = useEffectEvent(() => {
    const before = getValues();
    const after = inConvention(before, numbers, convention.current);
    convention.current = currentConvention();
    for (const name of Object.keys(before) as Path<Values>[]) {
      if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) setValue(name, after[name]);
    }
  });
  useEffect(() => subscribeToSettings(() => follow()), []);
}
