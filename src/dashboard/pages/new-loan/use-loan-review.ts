import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { JournalEntry } from '#contract/operations.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { entryAddress, loanAddress } from '#dashboard/api/addresses.ts';
import { ApiError, errorOfRefusal } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import { findEntry, useLostWrite } from '#dashboard/api/operations/entries.ts';
import { hadNoEffect } from '#dashboard/api/operations/outcome-words.ts';
import { resultOf } from '#dashboard/api/operations/send-write.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { useOnLeave } from '#dashboard/ui/use-on-leave.ts';
import { problemsOf } from './field-errors.ts';
import { changesOf, type LendingTerms } from './lending-terms.ts';
import { loanSchema, type ReadyLoan } from './loan-schema.ts';
import { newAttempt, typedText } from './loan-values.ts';
import {
  type Fresh,
  type Review,
  recheck,
  type SendResult,
  sendLoan,
  type Trouble,
  troubleOf,
} from './send-loan.ts';
import type { LoanFormState } from './use-loan-form.ts';

/** A loan's way from the form through the review to the service, and what keeps it from going on. */
export function useLoanReview(live: LendingTerms, holder: string, loan: LoanFormState) {
  const { form, restored } = loan;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  /** The terms that the form was filled in under, until the person accepts that they changed. */
  const [agreed, setAgreed] = useState(live);
  const changes = changesOf(agreed, live);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  /** The last review. It stays for Forward in the browser's history, and holds until the form is changed. */
  const [review, setReview] = useState<Review | null>(null);
  /** Counts what moves the focus to the summary of errors. */
  const [alarm, setAlarm] = useState(0);
  // The errors are there before the focus moves to them.
  const ring = () => void form.trigger().then(() => setAlarm((last) => last + 1));
  /** Set from the press until its result, also between two renders; aborted when the page is left. */
  const inFlight = useRef<AbortController>(null);
  useOnLeave(() => inFlight.current?.abort());
  /** The body that was proven not to be sent: the same one goes under the same key again. */
  const unsent = useRef<string | null>(null);
  const sending = useMutation({
    mutationFn: sendLoan,
    onSettled: () => {
      inFlight.current = null;
    },
    throwOnError: true,
  });
  const { data: sent, variables } = sending;
  const isLost = sent?.kind === 'open' && sent.entry === null;
  const earlier = sent?.kind === 'same-loan' ? sent : null;
  const isShown =
    review !== null &&
    // What is being sent, or has to be decided, is shown until its end.
    (sending.isPending ||
      earlier !== null ||
      (search.get('review') === review.id && typedText(review.values) === typedText(form.getValues())));
  const { data: found } = useLostWrite(isLost ? (variables?.key ?? null) : null);

  const meetEntry = useEffectEvent((entry: JournalEntry) => {
    sending.reset();
    setTrouble(null);
    void meet(resultOf('createLoan', entry));
  });
  useEffect(() => {
    if (found) meetEntry(found);
  }, [found]);

  const refuseRestored = useEffectEvent(() => {
    if (restored?.entry?.outcome === 'refused') refuse(errorOfRefusal(restored.entry));
  });
  useEffect(() => refuseRestored(), []);

  function prepare(terms: LendingTerms): ReadyLoan | null {
    const ready = z.safeParse(loanSchema(terms), form.getValues()).data ?? null;
    if (unsent.current === null || unsent.current === JSON.stringify(ready?.body)) return ready;
    // Another loan than the one that was not sent is another attempt.
    renew();
    return prepare(terms);
  }

  /** Makes what is sent next another attempt. */
  function renew() {
    const { key, reference } = newAttempt();
    unsent.current = null;
    form.setValue('key', key);
    form.setValue('reference', reference);
  }

  async function startReview() {
    if (form.formState.isSubmitting) return;
    loan.showAll();
    setTrouble(null);
    await form.handleSubmit(checkAgain, async (errors) => {
      // Whether a token can be pledged is asked again: it may have changed.
      const own = problemsOf(errors, form.getValues()).filter(({ field }) => !/\.token$/.test(field));
      if (own.length > 0) ring();
      else await checkAgain();
    })();
  }

  /** Reads again what may have changed since it was picked, and shows the review if all is well. */
  async function checkAgain() {
    if (changes.length > 0) return ring();
    try {
      const fresh = await recheck(client, () => form.getValues('collateral'));
      const id = newUuid();
      if (!fresh || !takeFresh(fresh, id)) return ring();
      setSearch({ review: id });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === 'session') return;
      setTrouble(troubleOf({ kind: 'unchecked', error }));
      ring();
    }
  }

  /** Judges the loan by what was read again. Returns whether all is well: then that is what is reviewed. */
  function takeFresh({ terms, collateral, prices }: Fresh, id: string): boolean {
    form.setValue('collateral', collateral);
    const ready = prepare(terms);
    const isWell = ready !== null && changesOf(agreed, terms).length === 0;
    // A copy: the form changes its own values in place.
    setReview(isWell ? { id, ready, values: structuredClone(form.getValues()), terms, prices } : null);
    return isWell;
  }

  /** Sends the reviewed loan. `sameAs` is the entry of the same loan that the person has seen. */
  function submit(sameAs?: string) {
    if (!review || inFlight.current) return;
    setTrouble(null);
    // If the page is left, nothing meets the result: the draft stays, and tells what came of it when the person returns.
    inFlight.current = new AbortController();
    const attempt = { key: form.getValues('key'), holder, sameAs };
    sending.mutate({ client, review, left: inFlight.current.signal, ...attempt }, { onSuccess: meet });
  }

  async function meet(result: SendResult) {
    setTrouble(troubleOf(result));
    switch (result.kind) {
      case 'done': {
        const { id, created_at } = result.data;
        loan.discard();
        return navigate(loanAddress(id, created_at), { replace: true, state: { created: true } });
      }
      case 'open':
        return result.entry === null ? undefined : navigate(entryAddress(result.entry), { replace: true });
      case 'terms-changed':
        setReview(null);
        return ring();
      case 'prices-changed':
        if (review) takeFresh(result.fresh, review.id);
        return ring();
      case 'unchecked':
        return ring();
      case 'not-sent':
        unsent.current = JSON.stringify(review?.ready.body);
        return;
      case 'refused':
        return await meetRefusal(result.error);
    }
  }

  async function meetRefusal(error: ApiError) {
    if (error.code === GATEWAY_CODES.keyReused) {
      const entry = await findEntry(form.getValues('key')).catch(() => null);
      if (entry === null) {
        const title = 'An earlier version of this loan was sent';
        const text =
          'What became of it could not be read, so this version was not sent. Try again in a moment.';
        return setTrouble({ title, text });
      }
      if (!hadNoEffect(entry.outcome)) {
        // What was typed since was not sent: its draft stays, as that of another loan.
        renew();
        return navigate(entryAddress(entry.id), { replace: true });
      }
      setReview(null);
      const title = 'This loan was changed since it was last sent';
      setTrouble({ title, text: 'Nothing was sent. Review it again.' });
      ring();
    } else if (error.kind === 'rate-limited' || error.kind === 'forbidden') {
      // The service would accept no loan now, with any content.
      const title = 'This loan was not accepted. Nothing was created.';
      setTrouble({ title, text: explainRead(error), error });
    } else refuse(error);
    // The outcome of this key is final: pressing again is another attempt.
    renew();
  }

  /** Back to the form, with the refusal at its fields. */
  function refuse(error: ApiError) {
    const { isPlaced, rest } = loan.refuse(error.message);
    setReview(null);
    setTrouble({
      title: 'This loan was refused. Nothing was created.',
      text: isPlaced ? rest : `The service says: “${error.message}”`,
      error,
    });
    ring();
    // Changed terms may be the reason: then they are shown next to the old ones.
    void client.invalidateQueries({ queryKey: loanConfigurationQuery.queryKey });
  }

  return {
    changes,
    acceptTerms: () => setAgreed(live),
    trouble,
    alarm,
    isChecking: form.formState.isSubmitting,
    isSending: sending.isPending,
    review: isShown ? review : null,
    startReview,
    backToForm: () => navigate(-1),
    submit,
    /** What asked for the same loan before. */
    earlier,
    forgetEarlier: sending.reset,
    clear() {
      sending.reset();
      setTrouble(null);
      setReview(null);
    },
  };
}

export type LoanReviewState = ReturnType<typeof useLoanReview>;
