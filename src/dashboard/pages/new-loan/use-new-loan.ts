import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#dashboard/api/api-error.ts';
import { type LoanOutcome, placeRefusal } from '#dashboard/api/create-loan.ts';
import { pledgeableNow } from '#dashboard/api/pledgeable.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session.ts';
import { loanConfigurationQuery } from '#dashboard/api/terms.ts';
import type { FieldProblem } from '#dashboard/forms/error-summary.tsx';
import { loanAddress } from '#dashboard/lib/addresses.ts';
import { draftsOf, localId } from '#dashboard/lib/draft.ts';
import { newReference } from '#dashboard/lib/reference.ts';
import { buildLoan, type PreparedLoan } from './build-loan.ts';
import { fieldOfService, labelOfField } from './field-names.ts';
import { workOut } from './judge-loan.ts';
import { changesOf, type LendingTerms, readTerms } from './lending-terms.ts';
import { emptyLoan, isTouched, type LoanValues, readDraft } from './loan-values.ts';
import { type EarlierSend, sendLoan } from './send-loan.ts';
import { changeSend, isAwaited, isSentElsewhere, type Send, useSends } from './sends.ts';

/** A price, or a token's state, that changed between being picked and the review. */
export interface PriceChange {
  tokenId: string;
  name: string;
  before: string | null;
  after: string | null;
}

/** Something that keeps the loan from being sent, or kept it; stands above the form. */
export interface Trouble {
  title: string;
  text: string;
  error?: ApiError;
}

export interface Review {
  prepared: PreparedLoan;
  values: LoanValues;
  terms: LendingTerms;
  prices: PriceChange[];
}

const FORM = 'new-loan';

/** The configuration, and what it lacks. */
export function useLendingTerms() {
  const query = useQuery(loanConfigurationQuery);
  const terms = useMemo(() => (query.data ? readTerms(query.data.data) : null), [query.data]);
  return { ...query, terms };
}

/** Everything that the page of a new loan is made of, once its terms are known. */
export function useNewLoan(live: LendingTerms) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const holder = sessionHolder(useDesk());
  const drafts = useMemo(() => draftsOf(FORM, holder), [holder]);
  /** The terms that the form was filled in under, until somebody has seen that they changed. */
  const [agreed, setAgreed] = useState(live);
  const changes = useMemo(() => changesOf(agreed, live), [agreed, live]);

  const [start] = useState(() => {
    const own = drafts.own();
    const values = own && readDraft(own.values);
    if (own && values) return { id: own.id, values, back: own.at };
    return { id: localId(), values: emptyLoan(live), back: null };
  });
  const draftId = useRef(start.id);
  const [back, setBack] = useState<number | null>(start.back);
  const [offered, setOffered] = useState(() =>
    start.back === null ? (drafts.all().filter(({ values }) => readDraft(values))[0] ?? null) : null,
  );
  const [isKept, setKept] = useState(true);

  const form = useForm<LoanValues>({ defaultValues: start.values });
  const values = useWatch({ control: form.control }) as LoanValues;
  const worked = useMemo(() => workOut(values, live), [values, live]);

  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isSubmitted, setSubmitted] = useState(false);
  /** What the service said of fields, for as long as they hold what it said it of. */
  const [refusals, setRefusals] = useState<{ problem: FieldProblem; of: string }[]>([]);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [busy, setBusy] = useState<'checking' | 'sending' | null>(null);
  const [review, setReview] = useState<Review | null>(null);
  const [earlier, setEarlier] = useState<EarlierSend | null>(null);
  /** Counts what wants the focus on the summary of errors. */
  const [alarm, setAlarm] = useState(0);
  const mounted = useRef(true);
  /** The loan found afterwards that this form was emptied for. */
  const emptiedFor = useRef('');
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const sends = useSends(holder);
  const send = unsettledOf(sends);
  useEffect(() => {
    for (const lost of sends) {
      if (lost.state !== 'sending' || isAwaited(lost.id) || isSentElsewhere(lost, Date.now())) continue;
      changeSend(lost.id, { state: 'unknown', message: 'The page was left before an answer came.' });
    }
  }, [sends]);

  function keep(next: LoanValues) {
    if (isTouched(next, live)) setKept(drafts.keep({ id: draftId.current, at: Date.now(), values: next }));
    else drafts.discard(draftId.current);
  }

  function set(change: Partial<LoanValues>) {
    for (const [name, value] of Object.entries(change)) {
      form.setValue(name as keyof LoanValues, value as never, { shouldDirty: true });
    }
    keep(form.getValues());
  }

  const standing = refusals.filter(({ problem, of }) => of === contentOf(values, problem.field));
  const problems = [
    ...worked.problems,
    ...standing
      .map(({ problem }) => problem)
      .filter(({ field }) => !worked.problems.some((own) => own.field === field)),
  ];
  const shown = problems.filter(
    ({ field }) => isSubmitted || left.has(field) || standing.some(({ problem }) => problem.field === field),
  );

  function refuse(error: ApiError) {
    const { placed, rest } = placeRefusal(error.message);
    const values = form.getValues();
    const fields = placed.map(({ field, message }) => {
      const own = fieldOfService(field);
      return {
        problem: { field: own, label: labelOfField(own, values), message: sentence(message) },
        of: contentOf(values, own),
      };
    });
    setRefusals(fields);
    const isPlaced = fields.some(({ problem }) => problem.field !== 'terms');
    setTrouble({
      title: 'The service refused this loan. Nothing was created.',
      text: isPlaced ? rest : `It says: “${error.message}”`,
      error,
    });
    // A refusal may come of terms that were changed in between: then they stand beside the old ones.
    void client.invalidateQueries({ queryKey: loanConfigurationQuery.queryKey });
  }

  /** Asks the service for everything that may have changed while the form was open; returns what did. */
  async function recheck(): Promise<{ terms: LendingTerms; prices: PriceChange[] } | null> {
    const [configuration, ...tokens] = await Promise.all([
      client.fetchQuery({ ...loanConfigurationQuery, staleTime: 0 }),
      ...form.getValues('collateral').map(({ token }) => pledgeableNow(client, token.id)),
    ]);
    const terms = readTerms(configuration.data);
    if ('lacks' in terms) return null;
    const prices: PriceChange[] = [];
    const collateral = form.getValues('collateral').map((line, index) => {
      const now = tokens[index];
      if (now === undefined) return line;
      if (now === 'missing') return { ...line, missing: true };
      if (now.price !== line.token.price) {
        prices.push({ tokenId: now.id, name: now.name, before: line.token.price, after: now.price });
      }
      return { ...line, token: now, missing: false };
    });
    set({ collateral });
    return { terms, prices };
  }

  async function startReview() {
    if (busy) return;
    setSubmitted(true);
    setTrouble(null);
    // Whether a token can be pledged is asked anew below: it may have changed again.
    const own = worked.problems.filter(({ field }) => !/^collateral\.\d+\.token$/.test(field));
    if (own.length > 0 || changes.length > 0) return setAlarm((last) => last + 1);
    setBusy('checking');
    try {
      const fresh = await recheck();
      if (!mounted.current) return;
      const next = form.getValues();
      const prepared = fresh && buildLoan(next, fresh.terms);
      if (!fresh || !prepared || changesOf(agreed, fresh.terms).length > 0) {
        return setAlarm((last) => last + 1);
      }
      setRefusals([]);
      setReview({ prepared, values: next, terms: fresh.terms, prices: fresh.prices });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind !== 'session') fail(error);
    } finally {
      setBusy(null);
    }
  }

  function fail(error: ApiError) {
    setTrouble({
      title: 'The terms and prices could not be checked. Nothing was sent.',
      text: 'What you typed is kept. Try again in a moment.',
      error,
    });
    setAlarm((last) => last + 1);
  }

  async function submit(again = false) {
    if (!review || busy) return;
    setBusy('sending');
    setTrouble(null);
    setEarlier(null);
    const { values: reviewed, terms, prepared } = review;
    const result = await sendLoan({
      client,
      holder,
      draft: draftId.current,
      terms,
      again,
      build: () => {
        const built = buildLoan(reviewed, terms);
        return JSON.stringify(built?.body) === JSON.stringify(prepared.body) ? built : null;
      },
    });
    if (result.kind === 'sent' && result.outcome.kind === 'created') {
      drafts.discard(draftId.current);
      const { loan } = result.outcome;
      changeSend(result.id, { state: 'created', found: false });
      if (mounted.current) navigate(loanAddress(loan.id, loan.created_at));
      return;
    }
    if (!mounted.current) return;
    setBusy(null);
    switch (result.kind) {
      case 'busy':
        return;
      case 'elsewhere':
        return setTrouble({
          title: 'Another tab is sending this very loan just now',
          text: 'Nothing was sent from here. See there what comes of it.',
        });
      case 'same-again':
        return setEarlier(result.earlier);
      case 'terms-changed':
        setReview(null);
        return setAlarm((last) => last + 1);
      case 'failed':
        if (result.error.kind === 'session') return setTrouble(SESSION_TROUBLE);
        return fail(result.error);
      case 'sent':
        return meet(result.outcome);
    }
  }

  function meet(outcome: LoanOutcome) {
    switch (outcome.kind) {
      case 'refused':
        if (outcome.error.kind === 'rate-limited' || outcome.error.kind === 'forbidden') {
          return setTrouble({
            title: 'The service did not take this loan. Nothing was created.',
            text: `It says: “${outcome.error.message}”`,
            error: outcome.error,
          });
        }
        setReview(null);
        refuse(outcome.error);
        return setAlarm((last) => last + 1);
      case 'not-sent':
        return setTrouble({
          title: 'Nothing was sent',
          text: `${outcome.error.message} When it can be, send it again.`,
          error: outcome.error,
        });
      case 'session':
        return setTrouble(SESSION_TROUBLE);
      case 'unknown':
        // What becomes of it stands in the page's place until it is settled.
        return setReview(null);
      case 'created':
        return;
    }
  }

  /** Leaves a settled or a given-up send, and goes on with the form that it came from. */
  function goOn(from: Send, how: 'again' | 'form') {
    changeSend(from.id, { state: 'closed' });
    const kept = drafts.all().find(({ id }) => id === from.draft);
    const values = kept && readDraft(kept.values);
    // Should the first one turn up after all, nobody takes it for the second.
    if (values) begin(from.draft, { ...values, reference: newReference() });
    else set({ reference: newReference() });
    setReview(null);
    if (from.state === 'refused') {
      setSubmitted(true);
      refuse(new ApiError('invalid', { message: from.message ?? '' }));
    } else if (how === 'again') setSubmitted(true);
  }

  function begin(id: string, next: LoanValues) {
    draftId.current = id;
    drafts.take(id);
    form.reset(next);
    keep(next);
    setOffered(null);
    setLeft(new Set());
    setSubmitted(false);
    setRefusals([]);
    setTrouble(null);
    setReview(null);
  }

  const told = sends.find(({ state, found }) => state === 'created' && found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each loan
  useEffect(() => {
    if (!told || emptiedFor.current === told.id) return;
    emptiedFor.current = told.id;
    drafts.discard(told.draft);
    if (draftId.current === told.draft) begin(localId(), emptyLoan(live));
  }, [told?.id]);

  return {
    holder,
    terms: live,
    agreed,
    changes,
    accept: () => setAgreed(live),
    values,
    set,
    worked,
    leave: (field: string) => setLeft((before) => new Set(before).add(field)),
    problems: isSubmitted
      ? problems
      : shown.filter(({ field }) => standing.some(({ problem }) => problem.field === field)),
    errorOf: (field: string) => shown.find((problem) => problem.field === field)?.message,
    trouble,
    dismiss: () => setTrouble(null),
    alarm,
    busy,
    review,
    startReview,
    backToForm: () => setReview(null),
    submit,
    earlier,
    forget: () => setEarlier(null),
    back,
    offered,
    isKept,
    takeOffered: () => {
      const values = offered && readDraft(offered.values);
      if (offered && values) begin(offered.id, values);
    },
    dropOffered: () => {
      if (offered) drafts.discard(offered.id);
      setOffered(null);
    },
    startAnew: () => {
      drafts.discard(draftId.current);
      begin(localId(), emptyLoan(live));
      setBack(null);
    },
    send,
    goOn,
    told,
    closeTold: (from: Send) => changeSend(from.id, { found: false }),
  };
}

export type NewLoan = ReturnType<typeof useNewLoan>;

const SESSION_TROUBLE: Trouble = {
  title: 'Your session ended before this loan was sent',
  text: 'Nothing was sent, and nothing is lost. Once you are signed in, press the button again.',
};

/** The oldest send of which somebody has to be told more, or that this page awaits. */
function unsettledOf(sends: Send[]): Send | undefined {
  const now = Date.now();
  const open = sends.filter(({ state }) =>
    ['sending', 'unknown', 'candidates', 'not-seen', 'refused'].includes(state),
  );
  return open.filter((send) => !isSentElsewhere(send, now) || isAwaited(send.id)).at(-1);
}

/** What a field holds, to tell whether it still holds what was refused. */
function contentOf(values: LoanValues, field: string): string {
  const [name = '', index] = field.split('.');
  if (field === 'terms') return '';
  const part = values[name as keyof LoanValues];
  return JSON.stringify(index === undefined ? part : (part as unknown[])?.[Number(index)]);
}

/** The service's own words, as such. */
function sentence(message: string): string {
  return `The service says: “${message.trim()}”`;
}
