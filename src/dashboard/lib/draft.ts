import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn, UseFormSubscribe } from 'react-hook-form';
import { type Convention, currentConvention, withGroups } from './convention.ts';
import { subscribeToSettings } from './settings.ts';
import { readStored, store } from './storage.ts';
import { newUuid } from './uuid.ts';

/** What was typed and not sent yet, kept in this browser for each holder; each tab has its own draft. */

/** `at` is when it was last changed, in milliseconds since 1970. */
export type Draft = { id: string; at: number; values: unknown };

export interface FoundDraft extends Draft {
  /** This tab was at it before it was reloaded. */
  isOwn: boolean;
  /** Another tab has the draft itself open: this is a copy, and from now on they are two. */
  isCopy: boolean;
}

/** A draft and how numbers were written when it was typed; drafts of earlier versions don't say it. */
type StoredDraft = Draft & { convention?: Convention };

const MOST = 5;
const MOST_HOLDERS = 10;

export type Drafts = ReturnType<typeof draftsOf>;

/** The drafts of a form. `numbers` names the parts in which numbers are typed; all else is the same in every language. */
export function draftsOf(form: string, holder: string, numbers: readonly string[] = []) {
  const key = `pledge-drafts:${form}`;
  const tabKey = `pledge-draft:${form}`;

  const kept = perHolder(key, readDrafts, MOST_HOLDERS);
  const read = () => kept.of(holder) ?? [];
  const write = (drafts: StoredDraft[]) =>
    kept.put(holder, drafts.length > 0 ? drafts.slice(-MOST) : undefined);
  /** The drafts that this tab was at, the latest last. A duplicate of a tab begins with the same. */
  const ofTab = (): unknown[] => {
    const tab = readStored(tabKey, 'sessionStorage');
    return Array.isArray(tab) && tab[0] === holder ? tab.slice(1) : [];
  };

  return {
    key,
    holder,
    all(): Draft[] {
      return read()
        .map(({ convention, ...draft }) =>
          // The language may have changed since they were typed.
          convention ? { ...draft, values: inConvention(draft.values, numbers, convention) } : draft,
        )
        .sort((a, b) => b.at - a.at);
    },
    /** The drafts that this tab can continue with: its own first, and what is open in another tab last. */
    async found(): Promise<FoundDraft[]> {
      const open = await openLocks();
      const own = ofTab();
      const isOpen = ({ id }: Draft) => open.includes(lockOf(id));
      return this.all()
        .sort((a, b) => own.indexOf(b.id) - own.indexOf(a.id) || Number(isOpen(a)) - Number(isOpen(b)))
        .map((draft) => {
          const isCopy = isOpen(draft);
          return { ...draft, id: isCopy ? newUuid() : draft.id, isOwn: own.includes(draft.id), isCopy };
        });
    },
    /** Keeps a draft as this tab's; false where the browser keeps nothing. */
    keep(draft: Draft): boolean {
      const others = ofTab().filter((id) => id !== draft.id);
      // If the browser refuses, it is offered after a reload, instead of being restored.
      store(tabKey, [holder, ...others.slice(1 - MOST), draft.id], 'sessionStorage');
      const convention = currentConvention();
      return write([...read().filter(({ id }) => id !== draft.id), { ...draft, convention }]);
    },
    discard(id: string): void {
      write(read().filter((draft) => draft.id !== id));
    },
  };
}

const lockOf = (id: string) => `pledge-draft ${id}`;

/** The locks that this browser's tabs hold; none where the browser has no locks. */
async function openLocks(): Promise<(string | undefined)[]> {
  const locks = await navigator.locks?.query().catch(() => null);
  return locks?.held?.map(({ name }) => name) ?? [];
}

/** Shows this browser's other tabs, while a form is here, that it is open with the draft of an id. */
export function useHeldDraft(id: string): void {
  useEffect(() => {
    const left = new AbortController();
    const released = new Promise((resolve) => left.signal.addEventListener('abort', resolve));
    navigator.locks?.request(lockOf(id), () => released).catch(() => {});
    return () => left.abort();
  }, [id]);
}

/** Whether a form restores a draft without being asked: what is open in another tab is that tab's, unless this is its duplicate. */
export function isRestored({ isOwn, isCopy }: FoundDraft): boolean {
  return isOwn || !isCopy;
}

/** What `found` says of a form's drafts as it opens, again for each subject; undefined until it is known. */
export function useFoundDrafts(drafts: Drafts, subject = ''): readonly FoundDraft[] | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each subject
  const hasAny = useMemo(() => drafts.all().length > 0, [drafts, subject]);
  const { data } = useQuery({
    queryKey: [drafts.key, drafts.holder, subject],
    queryFn: () => drafts.found(),
    enabled: hasAny,
    // Not again during a visit: by then the form itself has one of them open.
    staleTime: 'static',
    gcTime: 0,
  });
  return hasAny ? data : NONE;
}

const NONE: FoundDraft[] = [];

/** Values kept in this browser, apart for each session holder; of more than `most` holders the first go. */
function perHolder<Value>(
  key: string,
  read: (value: unknown) => Value | undefined,
  most = Number.POSITIVE_INFINITY,
) {
  const all = (): Map<string, Value> => {
    const entries = readStored(key);
    const values = new Map<string, Value>();
    for (const entry of Array.isArray(entries) ? entries : []) {
      const value = Array.isArray(entry) && typeof entry[0] === 'string' ? read(entry[1]) : undefined;
      if (value !== undefined) values.set(entry[0], value);
    }
    return values;
  };
  return {
    of: (holder: string) => all().get(holder),
    /** Keeps a holder's value as the last; without one, removes it. False if the browser refuses. */
    put(holder: string, value: Value | undefined): boolean {
      const values = all();
      values.delete(holder);
      if (value !== undefined) values.set(holder, value);
      return store(key, [...values].slice(-most));
    },
  };
}

/** Whether a value is an instant in milliseconds since 1970 that a date can have. */
function isInstant(value: unknown): value is number {
  return Number.isFinite(value) && Math.abs(value as number) < 8.64e15;
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

/**
 * Holds the draft of an id for a form, and calls `keep` with the form's values at every change of one, also one that the
 * form makes itself. Returns what it returned last: false if the browser stores nothing.
 */
export function useKeepTyped<Values extends FieldValues>(
  subscribe: UseFormSubscribe<Values>,
  id: string,
  keep: (values: Values) => boolean,
): boolean {
  const [isKept, setKept] = useState(true);
  useHeldDraft(id);
  const keepNow = useEffectEvent((values: Values) => setKept(keep(values)));
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepNow(values) }),
    [subscribe],
  );
  return isKept;
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
