import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { localId } from '#dashboard/lib/draft.ts';
import { hadNoEffect } from '#dashboard/lib/outcome-words.ts';
import { type KeptDraft, loanDraftsOf } from './kept-drafts.ts';
import type { LendingTerms } from './lending-terms.ts';
import { emptyLoan, isTouched, type LoanValues, readDraft, toDraft } from './loan-values.ts';

/** The form, kept as a draft of its holder at every change, and restored from one if nothing came of it. */
export function useKeptForm(terms: LendingTerms, holder: string, kept: readonly KeptDraft[]) {
  const drafts = useMemo(() => loanDraftsOf(holder), [holder]);
  const [start] = useState(() => {
    const unsent = kept.filter(({ entry }) => entry === null || hadNoEffect(entry.outcome));
    const own = unsent.find(({ isOwn }) => isOwn) ?? null;
    return { own, other: own ? null : (unsent[0] ?? null), id: own?.id ?? localId(), kept };
  });
  const draftId = useRef(start.id);
  const [restored, setRestored] = useState(start.own);
  const [offered, setOffered] = useState(start.other);
  const [isKept, setKept] = useState(true);
  const form = useForm<LoanValues>({ defaultValues: start.own?.values ?? emptyLoan(terms) });
  const values = useWatch({ control: form.control }) as LoanValues;

  function keep(next: LoanValues) {
    if (!isTouched(next, terms)) return drafts.discard(draftId.current);
    setKept(drafts.keep({ id: draftId.current, at: Date.now(), values: toDraft(next) }));
  }

  function begin(id: string, next: LoanValues) {
    draftId.current = id;
    drafts.take(id);
    form.reset(next);
    keep(next);
    setOffered(null);
    setRestored(null);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the drafts that the page was opened with
  useEffect(() => {
    // A draft that was restored may have got another key.
    if (start.own?.entry) keep(start.own.values);
    for (const { id, entry } of start.kept) {
      const isSettled = entry?.outcome === 'done' || entry?.outcome === 'undetermined';
      if (isSettled) drafts.discard(id);
    }
    // Drafts of an earlier version can't be read, and may hold bank details.
    for (const { id, values } of drafts.all()) if (readDraft(values) === null) drafts.discard(id);
  }, []);

  return {
    values,
    /** What the form holds at this moment, for work that waited. */
    read: () => form.getValues(),
    set(change: Partial<LoanValues>) {
      for (const [name, value] of Object.entries(change)) {
        form.setValue(name as keyof LoanValues, value as never, { shouldDirty: true });
      }
      keep(form.getValues());
    },
    draftId: () => draftId.current,
    discard: (id: string) => drafts.discard(id),
    clear() {
      drafts.discard(draftId.current);
      begin(localId(), emptyLoan(terms));
    },
    /** False if the browser stores nothing. */
    isKept,
    /** The draft that the form was restored from. */
    restored,
    /** Another tab's draft, to continue with by choice. */
    offered,
    takeOffered: () => offered && begin(offered.id, offered.values),
    dropOffered() {
      if (offered) drafts.discard(offered.id);
      setOffered(null);
    },
  };
}
