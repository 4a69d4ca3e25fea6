import { useEffect, useMemo, useState } from 'react';
import { errorOfRefusal } from '#dashboard/api/api-error.ts';
import { workOut } from './judge-loan.ts';
import type { KeptDraft } from './kept-drafts.ts';
import { changesOf, type LendingTerms } from './lending-terms.ts';
import { useFaults } from './use-faults.ts';
import { useKeptForm } from './use-kept-form.ts';
import { useReview } from './use-review.ts';

/** The state of the page for a new loan, once its terms and its drafts are known. */
export function useNewLoan(live: LendingTerms, holder: string, kept: readonly KeptDraft[]) {
  /** The terms that the form was filled in under, until the person accepts that they changed. */
  const [agreed, setAgreed] = useState(live);
  const changes = useMemo(() => changesOf(agreed, live), [agreed, live]);
  const form = useKeptForm(live, holder, kept);
  const { values } = form;
  const worked = useMemo(() => workOut(values, live), [values, live]);
  const faults = useFaults(values, worked.problems);
  const reviewed = useReview({
    holder,
    form,
    faults,
    agreed,
    problems: worked.problems,
    hasNewTerms: changes.length > 0,
  });
  const refusal = form.restored?.entry?.outcome === 'refused' ? form.restored.entry : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the draft that the page was opened with
  useEffect(() => {
    if (refusal) reviewed.refuse(errorOfRefusal(refusal));
  }, []);

  /** What was reported about the previous content doesn't apply to the new one. */
  function clear() {
    faults.clear();
    reviewed.clear();
  }

  return {
    ...form,
    ...faults,
    ...reviewed,
    terms: live,
    changes,
    accept: () => setAgreed(live),
    worked,
    /** What a text field needs of the form. */
    field: (name: TextName) => ({
      name,
      error: faults.errorOf(name),
      text: values[name],
      onText: (text: string) => form.set({ [name]: text }),
      onLeave: () => faults.leave(name),
    }),
    takeOffered() {
      form.takeOffered();
      clear();
    },
    startOver() {
      form.clear();
      clear();
    },
  };
}

type TextName = 'amount' | 'duration' | 'interest' | 'reason' | 'bankName' | 'bankCode' | 'accountNumber';

export type NewLoan = ReturnType<typeof useNewLoan>;
