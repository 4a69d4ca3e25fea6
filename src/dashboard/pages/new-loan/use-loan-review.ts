import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import type { JournalEntry } from '#contract/operations.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { entryAddress, loanAddress } from '#dashboard/api/addresses.ts';
import { ApiError, errorOfRefusal } from '#dashboard/api/http/api-error.ts';
import { loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import { findEntry, useLostWrite } from '#dashboard/api/operations/entries.ts';
import { hadNoEffect } from '#dashboard/api/operations/outcome-words.ts';
import { type EarlierRequest, resultOf } from '#dashboard/api/operations/send-write.ts';
import { problemsOf } from './field-errors.ts';
import { changesOf, type LendingTerms } from './lending-terms.ts';
import { loanSchema, type ReadyLoan } from './loan-schema.ts';
import { newAttempt } from './loan-values.ts';
import { type Review, recheck, type SendResult, sendLoan } from './send-loan.ts';
import {
  notSentTrouble,
  notTakenTrouble,
  refusedTrouble,
  TROUBLE,
  type Trouble,
  uncheckedTrouble,
} from './trouble.ts';
import type { LoanForm } from './use-loan-form.ts';

/** A loan's way from the form through the review to the service, and what keeps it from going on. */
export function useLoanReview(live: LendingTerms, holder: string, loan: LoanForm) {
  const { form, restored } = loan;
  const client = useQueryClient();
  const navigate = useNavigate();
  /** The terms that the form was filled in under, until the person accepts that they changed. */
  const [agreed, setAgreed] = useState(live);
  const changes = useMemo(() => changesOf(agreed, live), [agreed, live]);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [review, setReview] = useState<Review | null>(null);
  /** What asked for the same loan before. */
  const [earlier, setEarlier] = useState<EarlierRequest | null>(null);
  /** The key of a loan whose answer was lost. */
  const [lost, setLost] = useState<string | null>(null);
  const { data: found } = useLostWrite(lost);
  /** Counts what moves the focus to the summary of errors. */
  const [alarm, setAlarm] = useState(0);
  // The errors are there before the focus moves to them.
  const ring = () => void form.trigger().then(() => setAlarm((last) => last + 1));
  /** Set from the press until its result, also between two renders. */
  const isSending = useRef(false);
  /** The body that was proven not to be sent: the same one goes under the same key again. */
  const unsent = useRef<string | null>(null);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const meetFound = useEffectEvent((entry: JournalEntry) => {
    setLost(null);
    setTrouble(null);
    void meet(resultOf('createLoan', entry));
  });
  useEffect(() => {
    if (found) meetFound(found);
  }, [found]);

  /** Back to the form, with the refusal at its fields. */
  function refuse(error: ApiError) {
    setReview(null);
    setTrouble(refusedTrouble(error, loan.refuse(error.message)));
    ring();
    // Changed terms may be the reason: then they are shown next to the old ones.
    void client.invalidateQueries({ queryKey: loanConfigurationQuery.queryKey });
  }

  const refuseRestored = useEffectEvent(() => {
    if (restored?.entry?.outcome === 'refused') refuse(errorOfRefusal(restored.entry));
  });
  useEffect(() => refuseRestored(), []);

  function prepare(terms: LendingTerms): ReadyLoan | null {
    const ready = z.safeParse(loanSchema(terms), form.getValues()).data ?? null;
    // Another loan than the one that was not sent is another attempt.
    if (unsent.current === null || unsent.current === JSON.stringify(ready?.body)) return ready;
    unsent.current = null;
    renew();
    return prepare(terms);
  }

  /** Makes what is sent next another attempt. */
  function renew() {
    const { key, reference } = newAttempt();
    form.setValue('key', key);
    form.setValue('reference', reference);
  }

  async function startReview() {
    if (form.formState.isSubmitting) return;
    loan.forgetRefusals();
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
      if (!mounted.current) return;
      if (fresh) form.setValue('collateral', fresh.collateral);
      const ready = fresh && prepare(fresh.terms);
      if (!ready || changesOf(agreed, fresh.terms).length > 0) return ring();
      setReview({ ready, values: form.getValues(), terms: fresh.terms, prices: fresh.prices });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === 'session') return;
      setTrouble(uncheckedTrouble(error));
      ring();
    }
  }

  /** Sends the reviewed loan. `sameAs` is the entry of the same loan that the person has seen. */
  async function submit(sameAs?: string) {
    if (!review || isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setTrouble(null);
    setEarlier(null);
    setLost(null);
    const result = await sendLoan(client, review, { key: form.getValues('key'), holder, sameAs });
    isSending.current = false;
    // The draft stays if the page was left: it tells what came of it when the person returns.
    if (!mounted.current) return;
    setBusy(false);
    await meet(result);
  }

  async function meet(result: SendResult) {
    switch (result.kind) {
      case 'done': {
        const { id, created_at } = result.data;
        loan.discard();
        return navigate(loanAddress(id, created_at), { state: { created: true } });
      }
      case 'open':
        if (result.entry !== null) return navigate(entryAddress(result.entry));
        setLost(form.getValues('key'));
        return setTrouble(TROUBLE.lost);
      case 'same-loan':
        return setEarlier(result);
      case 'terms-changed':
        setReview(null);
        return ring();
      case 'unchecked':
        setTrouble(uncheckedTrouble(result.error));
        return ring();
      case 'session':
        return setTrouble(TROUBLE.session);
      case 'not-sent':
        unsent.current = JSON.stringify(review?.ready.body);
        return setTrouble(notSentTrouble(result.error));
      case 'refused':
        return await meetRefusal(result.error);
    }
  }

  async function meetRefusal(error: ApiError) {
    if (error.code === GATEWAY_CODES.keyReused) {
      const entry = await findEntry(form.getValues('key')).catch(() => null);
      if (entry && !hadNoEffect(entry.outcome)) return navigate(entryAddress(entry.id));
      setReview(null);
      setTrouble(TROUBLE.changed);
      ring();
    } else if (error.kind === 'rate-limited' || error.kind === 'forbidden') {
      setTrouble(notTakenTrouble(error));
    } else refuse(error);
    // The outcome of this key is final: pressing again is another attempt.
    renew();
  }

  return {
    changes,
    acceptTerms: () => setAgreed(live),
    trouble,
    alarm,
    isChecking: form.formState.isSubmitting,
    isSending: isBusy,
    review,
    startReview,
    backToForm: () => setReview(null),
    submit,
    earlier,
    forgetEarlier: () => setEarlier(null),
    clear() {
      setLost(null);
      setTrouble(null);
      setReview(null);
    },
  };
}

export type LoanReviewState = ReturnType<typeof useLoanReview>;
