import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#dashboard/api/api-error.ts';
import type { LoanOutcome } from '#dashboard/api/create-loan.ts';
import { loanConfigurationQuery } from '#dashboard/api/terms.ts';
import type { FieldProblem } from '#dashboard/forms/error-summary.tsx';
import { loanAddress } from '#dashboard/lib/addresses.ts';
import { buildLoan, type PreparedLoan } from './build-loan.ts';
import { changesOf, type LendingTerms } from './lending-terms.ts';
import type { LoanValues } from './loan-values.ts';
import { type PriceChange, recheck } from './recheck.ts';
import { type EarlierSend, sendLoan } from './send-loan.ts';
import { changeSend } from './sends.ts';
import {
  elsewhereTrouble,
  notSentTrouble,
  notTakenTrouble,
  refusedTrouble,
  sessionTrouble,
  type Trouble,
  uncheckedTrouble,
} from './trouble.ts';
import type { useFaults } from './use-faults.ts';
import type { useKeptForm } from './use-kept-form.ts';

/** What is to be sent, as it was checked. */
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
  /** What is wrong with the form under the terms as they are now. */
  problems: readonly FieldProblem[];
  /** The terms that the form was filled in under, and whether somebody has still to see that they changed. */
  agreed: LendingTerms;
  hasNewTerms: boolean;
}

/** The way of a loan from the form over the review to the service, and what stands in it. */
export function useReview({ holder, form, faults, problems, agreed, hasNewTerms }: Reviewed) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [busy, setBusy] = useState<'checking' | 'sending' | null>(null);
  const [review, setReview] = useState<Review | null>(null);
  const [earlier, setEarlier] = useState<EarlierSend | null>(null);
  /** Counts what wants the focus on the summary of errors. */
  const [alarm, setAlarm] = useState(0);
  const ring = () => setAlarm((last) => last + 1);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  function fail(error: ApiError) {
    setTrouble(uncheckedTrouble(error));
    ring();
  }

  /** Back to the form, with the service's refusal at its fields. */
  function refuse(error: ApiError) {
    setReview(null);
    setTrouble(refusedTrouble(error, faults.refuse(error.message, form.read())));
    ring();
    // A refusal may come of terms that were changed in between: then they stand beside the old ones.
    void client.invalidateQueries({ queryKey: loanConfigurationQuery.queryKey });
  }

  async function startReview() {
    if (busy) return;
    faults.tellAll();
    setTrouble(null);
    // Whether a token can be pledged is asked anew below: it may have changed again.
    const own = problems.filter(({ field }) => !/^collateral\.\d+\.token$/.test(field));
    if (own.length > 0 || hasNewTerms) return ring();
    setBusy('checking');
    try {
      const fresh = await recheck(client, () => form.read().collateral);
      if (!mounted.current) return;
      if (fresh) form.set({ collateral: fresh.collateral });
      const values = form.read();
      const prepared = fresh && buildLoan(values, fresh.terms);
      if (!prepared || changesOf(agreed, fresh.terms).length > 0) return ring();
      faults.forgetRefusals();
      setReview({ prepared, values, terms: fresh.terms, prices: fresh.prices });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind !== 'session') fail(error);
    } finally {
      setBusy(null);
    }
  }

  async function submit(again = false) {
    if (!review || busy) return;
    setBusy('sending');
    setTrouble(null);
    setEarlier(null);
    const { values, terms, prepared } = review;
    const draft = form.draftId();
    const result = await sendLoan({
      client,
      holder,
      draft,
      terms,
      again,
      build: () => {
        const built = buildLoan(values, terms);
        return JSON.stringify(built?.body) === JSON.stringify(prepared.body) ? built : null;
      },
    });
    if (result.kind === 'sent' && result.outcome.kind === 'created') {
      form.discard(draft);
      const { loan } = result.outcome;
      changeSend(result.id, { state: 'created', found: false });
      if (mounted.current) navigate(loanAddress(loan.id, loan.created_at));
      return;
    }
    // The first press of a double click goes on: the button stays as it made it.
    if (!mounted.current || result.kind === 'busy') return;
    setBusy(null);
    switch (result.kind) {
      case 'elsewhere':
        return setTrouble(elsewhereTrouble());
      case 'same-again':
        return setEarlier(result.earlier);
      case 'terms-changed':
        setReview(null);
        return ring();
      case 'failed':
        return result.error.kind === 'session' ? setTrouble(sessionTrouble()) : fail(result.error);
      case 'sent':
        return meet(result.outcome);
    }
  }

  function meet(outcome: LoanOutcome) {
    switch (outcome.kind) {
      case 'refused': {
        const { error } = outcome;
        const isOfItsContent = error.kind !== 'rate-limited' && error.kind !== 'forbidden';
        return isOfItsContent ? refuse(error) : setTrouble(notTakenTrouble(error));
      }
      case 'not-sent':
        return setTrouble(notSentTrouble(outcome.error));
      case 'session':
        return setTrouble(sessionTrouble());
      case 'unknown':
        // What becomes of it stands in the page's place until it is settled.
        return setReview(null);
      case 'created':
        return;
    }
  }

  return {
    trouble,
    alarm,
    busy,
    review,
    startReview,
    backToForm: () => setReview(null),
    submit,
    /** The same loan, sent before: somebody is asked. */
    earlier,
    forget: () => setEarlier(null),
    refuse,
    clear() {
      setTrouble(null);
      setReview(null);
    },
  };
}
