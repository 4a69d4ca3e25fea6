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
    values,
    set: form.set,
    isKept: form.isKept,
    restored: form.restored,
    offered: form.offered,
    dropOffered: form.dropOffered,
    takeOffered() {
      form.takeOffered();
      clear();
    },
    startOver() {
      form.clear();
      clear();
    },
    terms: live,
    changes,
    accept: () => setAgreed(live),
    worked,
    problems: faults.problems,
    errorOf: faults.errorOf,
    leave: faults.leave,
    trouble: reviewed.trouble,
    alarm: reviewed.alarm,
    busy: reviewed.busy,
    review: reviewed.review,
    startReview: reviewed.startReview,
    backToForm: reviewed.backToForm,
    submit: reviewed.submit,
    earlier: reviewed.earlier,
    forgetEarlier: reviewed.forgetEarlier,
  };
}

export type NewLoan = ReturnType<typeof useNewLoan>;
