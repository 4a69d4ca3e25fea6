import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '#dashboard/api/api-error.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session.ts';
import { newReference } from '#dashboard/lib/reference.ts';
import { workOut } from './judge-loan.ts';
import { changesOf, type LendingTerms } from './lending-terms.ts';
import { type LoanValues, readDraft } from './loan-values.ts';
import { changeSend, type Send } from './sends.ts';
import { useFaults } from './use-faults.ts';
import { useKeptForm } from './use-kept-form.ts';
import { useReview } from './use-review.ts';
import { useSent } from './use-sent.ts';

/** Everything that the page of a new loan is made of, once its terms are known. */
export function useNewLoan(live: LendingTerms) {
  const holder = sessionHolder(useDesk());
  /** The terms that the form was filled in under, until somebody has seen that they changed. */
  const [agreed, setAgreed] = useState(live);
  const changes = useMemo(() => changesOf(agreed, live), [agreed, live]);
  const form = useKeptForm(live, holder);
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
  const { unsettled, told } = useSent(holder);
  /** The loan found afterwards that this form was emptied for. */
  const emptiedFor = useRef('');

  /** What was said of the form before is not said of what it holds now. */
  function clear() {
    faults.clear();
    reviewed.clear();
  }

  function begin(id: string, next: LoanValues) {
    form.begin(id, next);
    clear();
  }

  /** Leaves a settled or a given-up send, and goes on with the form that it came from. */
  function goOn(from: Send) {
    changeSend(from.id, { state: 'closed' });
    const kept = form.keptAs(from.draft);
    // Should the first one turn up after all, nobody takes it for the second.
    if (kept) begin(from.draft, { ...kept, reference: newReference() });
    else form.set({ reference: newReference() });
    faults.tellAll();
    if (from.state === 'refused') reviewed.refuse(new ApiError('invalid', { message: from.message ?? '' }));
    else reviewed.backToForm();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each loan
  useEffect(() => {
    if (!told || emptiedFor.current === told.id) return;
    emptiedFor.current = told.id;
    form.discard(told.draft);
    if (form.draftId() !== told.draft) return;
    form.beginAnew();
    clear();
  }, [told?.id]);

  return {
    values,
    set: form.set,
    isKept: form.isKept,
    back: form.back,
    offered: form.offered,
    dropOffered: form.dropOffered,
    takeOffered() {
      const kept = form.offered && readDraft(form.offered.values);
      if (form.offered && kept) begin(form.offered.id, kept);
    },
    startAnew() {
      form.discard(form.draftId());
      form.beginAnew();
      form.forgetBack();
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
    forget: reviewed.forget,
    unsettled,
    goOn,
    told,
    closeTold: (from: Send) => changeSend(from.id, { found: false }),
  };
}

export type NewLoan = ReturnType<typeof useNewLoan>;
