import { useMemo, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { draftsOf, localId } from '#dashboard/lib/draft.ts';
import type { LendingTerms } from './lending-terms.ts';
import { emptyLoan, isTouched, type LoanValues, readDraft } from './loan-values.ts';

const FORM = 'new-loan';

/** The form as it is typed, kept as a draft of its holder at every change, and found again in one. */
export function useKeptForm(terms: LendingTerms, holder: string) {
  const drafts = useMemo(() => draftsOf(FORM, holder), [holder]);
  const [start] = useState(() => {
    const own = drafts.own();
    const values = own && readDraft(own.values);
    if (own && values) return { id: own.id, values, back: own.at };
    return { id: localId(), values: emptyLoan(terms), back: null };
  });
  const draftId = useRef(start.id);
  const [back, setBack] = useState<number | null>(start.back);
  const [offered, setOffered] = useState(() =>
    start.back === null ? (drafts.all().filter(({ values }) => readDraft(values))[0] ?? null) : null,
  );
  const [isKept, setKept] = useState(true);
  const form = useForm<LoanValues>({ defaultValues: start.values });
  const values = useWatch({ control: form.control }) as LoanValues;

  function keep(next: LoanValues) {
    if (isTouched(next, terms)) setKept(drafts.keep({ id: draftId.current, at: Date.now(), values: next }));
    else drafts.discard(draftId.current);
  }

  function begin(id: string, next: LoanValues) {
    draftId.current = id;
    drafts.take(id);
    form.reset(next);
    keep(next);
    setOffered(null);
  }

  return {
    values,
    /** What the form holds at this very moment, for work that waited in between. */
    read: () => form.getValues(),
    set(change: Partial<LoanValues>) {
      for (const [name, value] of Object.entries(change)) {
        form.setValue(name as keyof LoanValues, value as never, { shouldDirty: true });
      }
      keep(form.getValues());
    },
    draftId: () => draftId.current,
    /** What is kept under a draft's id; null where nothing that can be read is. */
    keptAs: (id: string) => readDraft(drafts.all().find((draft) => draft.id === id)?.values),
    /** Puts values into the form, as the draft of an id. */
    begin,
    beginAnew: () => begin(localId(), emptyLoan(terms)),
    discard: (id: string) => drafts.discard(id),
    /** False where the browser keeps nothing. */
    isKept,
    /** When the draft was last changed that the page came back with. */
    back,
    forgetBack: () => setBack(null),
    /** Another tab's draft, to be gone on with by choice. */
    offered,
    dropOffered() {
      if (offered) drafts.discard(offered.id);
      setOffered(null);
    },
  };
}
