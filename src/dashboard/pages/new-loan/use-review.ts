import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { JournalEntry } from '#contract/operations.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { ApiError } from '#dashboard/api/api-error.ts';
import { findEntry, useLostWrite } from '#dashboard/api/operations/entries.ts';
import { resultOf } from '#dashboard/api/operations/send-write.ts';
import { loanConfigurationQuery } from '#dashboard/api/terms.ts';
import type { FieldProblem } from '#dashboard/forms/error-summary.tsx';
import { entryAddress, loanAddress } from '#dashboard/lib/addresses.ts';
import { hadNoEffect } from '#dashboard/lib/outcome-words.ts';
import { buildLoan, type PreparedLoan } from './build-loan.ts';
import { changesOf, type LendingTerms } from './lending-terms.ts';
import { type LoanValues, newAttempt } from './loan-values.ts';
import { type PriceChange, recheck } from './recheck.ts';
import { type SendResult, sendLoan } from './send-loan.ts';
import {
  notSentTrouble,
  notTakenTrouble,
  refusedTrouble,
  TROUBLE,
  type Trouble,
  uncheckedTrouble,
} from './trouble.ts';
import type { useFaults } from './use-faults.ts';
import type { useKeptForm } from './use-kept-form.ts';

/** What will be sent, as it was checked. */
export interface Review {
  prepared: PreparedLoan;
  values: LoanValues;
  terms: LendingTerms;
  prices: PriceChange[];
}

interface Reviewed {
  holder: string;
  form: ReturnType<typeof useKeptForm>;
  faults: ReturnType<typeof useFaults>;
  /** What is wrong with the form under the current terms. */
  problems: readonly FieldProblem[];
  /** The terms that the form was filled in under, and whether the person has yet to accept that they changed. */
  agreed: LendingTerms;
  hasNewTerms: boolean;
}

/** A loan's way from the form through the review to the service, and what keeps it from going on. */
export function useReview({ holder, form, faults, problems, agreed, hasNewTerms }: Reviewed) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [busy, setBusy] = useState<'checking' | 'sending' | null>(null);
  const [review, setReview] = useState<Review | null>(null);
  /** The entry that asked for the same loan before. */
  const [earlier, setEarlier] = useState<string | null>(null);
  /** The key of a loan whose answer was lost. */
  const [lost, setLost] = useState<string | null>(null);
  const { data: found } = useLostWrite(lost);
  /** Counts what moves the focus to the summary of errors. */
  const [alarm, setAlarm] = useState(0);
  const ring = () => setAlarm((last) => last + 1);
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
    setTrouble(refusedTrouble(error, faults.refuse(error.message, form.read())));
    ring();
    // Changed terms may be the reason: then they are shown next to the old ones.
    void client.invalidateQueries({ queryKey: loanConfigurationQuery.queryKey });
  }

  function prepare(terms: LendingTerms): PreparedLoan | null {
    const prepared = buildLoan(form.read(), terms);
    if (unsent.current === null || unsent.current === JSON.stringify(prepared?.body)) return prepared;
    // Another loan than the one that was not sent is another attempt.
    unsent.current = null;
    form.set(newAttempt());
    return buildLoan(form.read(), terms);
  }

  async function startReview() {
    if (busy) return;
    faults.tellAll();
    setTrouble(null);
    // Whether a token can be pledged is checked again below: it may have changed.
    const own = problems.filter(({ field }) => !/^collateral\.\d+\.token$/.test(field));
    if (own.length > 0 || hasNewTerms) return ring();
    setBusy('checking');
    try {
      const fresh = await recheck(client, () => form.read().collateral);
      if (!mounted.current) return;
      if (fresh) form.set({ collateral: fresh.collateral });
      const prepared = fresh && prepare(fresh.terms);
      if (!prepared || changesOf(agreed, fresh.terms).length > 0) return ring();
      faults.forgetRefusals();
      setReview({ prepared, values: form.read(), terms: fresh.terms, prices: fresh.prices });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === 'session') return;
      setTrouble(uncheckedTrouble(error));
      ring();
    } finally {
      setBusy(null);
    }
  }

  /** Sends the reviewed loan. `sameAs` is the entry of the same loan that the person has seen. */
  async function submit(sameAs?: string) {
    if (!review || isSending.current) return;
    isSending.current = true;
    setBusy('sending');
    setTrouble(null);
    setEarlier(null);
    setLost(null);
    const { prepared, terms } = review;
    const { key } = form.read();
    const result = await sendLoan(client, { prepared, key, holder, terms, sameAs });
    isSending.current = false;
    // The draft stays if the page was left: it tells what came of it when the person returns.
    if (!mounted.current) return;
    setBusy(null);
    await meet(result);
  }

  async function meet(result: SendResult) {
    switch (result.kind) {
      case 'done': {
        const { id = '', created_at } = result.data;
        form.discard(form.draftId());
        return navigate(loanAddress(id, created_at), { state: { created: true } });
      }
      case 'open':
        if (result.entry !== null) return navigate(entryAddress(result.entry));
        setLost(form.read().key);
        return setTrouble(TROUBLE.lost);
      case 'same-loan':
        return setEarlier(result.entry);
      case 'terms-changed':
        setReview(null);
        return ring();
      case 'unchecked':
        setTrouble(uncheckedTrouble(result.error));
        return ring();
      case 'session':
        return setTrouble(TROUBLE.session);
      case 'not-sent':
        unsent.current = JSON.stringify(review?.prepared.body);
        return setTrouble(notSentTrouble(result.error));
      case 'refused':
        return await meetRefusal(result.error);
    }
  }

  async function meetRefusal(error: ApiError) {
    if (error.code === GATEWAY_CODES.keyReused) {
      const entry = await findEntry(form.read().key).catch(() => null);
      if (entry && !hadNoEffect(entry.outcome)) return navigate(entryAddress(entry.id));
      setReview(null);
      setTrouble(TROUBLE.changed);
      ring();
    } else if (error.kind === 'rate-limited' || error.kind === 'forbidden') {
      setTrouble(notTakenTrouble(error));
    } else refuse(error);
    // The outcome of this key is final: pressing again is another attempt.
    form.set(newAttempt());
  }

  return {
    trouble,
    alarm,
    busy,
    review,
    startReview,
    backToForm: () => setReview(null),
    submit,
    earlier,
    forgetEarlier: () => setEarlier(null),
    refuse,
    clear() {
      setLost(null);
      setTrouble(null);
      setReview(null);
    },
  };
}
