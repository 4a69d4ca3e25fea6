import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type FieldErrors, type FieldPath, type Resolver, useForm, useWatch } from 'react-hook-form';
import { hadNoEffect } from '#dashboard/api/operations/outcome-words.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { addRefusals, placeRefusal, problemsOf, type Refusal } from './field-errors.ts';
import { type KeptDraft, loanDraftsOf } from './kept-drafts.ts';
import type { LendingTerms } from './lending-terms.ts';
import { figuresOf, loanSchema, type ReadyLoan } from './loan-schema.ts';
import { emptyLoan, isTouched, type LoanValues, readDraft, toDraft } from './loan-values.ts';

interface Context {
  terms: LendingTerms;
  refusals: RefObject<readonly Refusal[]>;
}

/** The schema under the current terms, and what the service refused of the content that the form still holds. */
const resolver: Resolver<LoanValues, Context, ReadyLoan> = async (values, context, options) => {
  if (!context) throw new Error('A loan is checked under terms.');
  const check = zodResolver<LoanValues, Context, ReadyLoan>(loanSchema(context.terms));
  const result = await check(values, context, options);
  const errors: FieldErrors<LoanValues> = { ...result.errors };
  addRefusals(errors, context.refusals.current, values);
  return Object.keys(errors).length > 0 ? { values: {}, errors } : result;
};

/** The form of a loan: kept as a draft of its holder at every change, and restored from one if nothing came of it. */
export function useLoanForm(terms: LendingTerms, holder: string, kept: readonly KeptDraft[]) {
  const drafts = useMemo(() => loanDraftsOf(holder), [holder]);
  const [start] = useState(() => {
    const unsent = kept.filter(({ entry }) => entry === null || hadNoEffect(entry.outcome));
    const own = unsent.find(({ isOwn }) => isOwn) ?? null;
    return { own, other: own ? null : (unsent[0] ?? null), id: own?.id ?? newUuid(), kept };
  });
  const draftId = useRef(start.id);
  const refusals = useRef<readonly Refusal[]>([]);
  const [restored, setRestored] = useState(start.own);
  const [offered, setOffered] = useState(start.other);
  /** What the form held before it was cleared, to undo that. */
  const [cleared, setCleared] = useState<LoanValues | null>(null);
  const [isKept, setKept] = useState(true);
  /** Whether everything that is wrong is shown: once the person wanted to go on, or the service refused. */
  const [isChecked, setChecked] = useState(false);
  const form = useForm<LoanValues, Context, ReadyLoan>({
    defaultValues: start.own?.values ?? emptyLoan(terms),
    context: { terms, refusals },
    resolver,
    mode: 'onTouched',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const { errors, touchedFields } = form.formState;
  const values = useWatch({ control: form.control }) as LoanValues;
  const figures = useMemo(() => figuresOf(values, terms), [values, terms]);

  const keep = useEffectEvent((next: LoanValues) => {
    if (!isTouched(next, terms)) return drafts.discard(draftId.current);
    setKept(drafts.keep({ id: draftId.current, at: Date.now(), values: toDraft(next) }));
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [form.subscribe],
  );

  // A change of one field or of the terms can put another field right, or wrong.
  const check = useEffectEvent(() => {
    const { collateral: lines = [], ...others } = touchedFields;
    const quantities = lines.flatMap((line, at) => (line?.quantity ? [`collateral.${at}.quantity`] : []));
    const left = [...Object.keys(others), ...quantities] as FieldPath<LoanValues>[];
    if (isChecked || left.length > 0) void form.trigger(isChecked ? undefined : left);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one of them changes
  useEffect(() => check(), [values, terms, isChecked]);

  useEffect(() => {
    // A draft that was restored may have got another key.
    if (start.own?.entry) keep(start.own.values);
    for (const { id, entry } of start.kept) {
      const isSettled = entry?.outcome === 'done' || entry?.outcome === 'undetermined';
      if (isSettled) drafts.discard(id);
    }
    // Drafts of an earlier version can't be read, and may hold bank details.
    for (const { id, values } of drafts.all()) if (readDraft(values) === null) drafts.discard(id);
  }, [start, drafts]);

  function begin(id: string, next: LoanValues) {
    draftId.current = id;
    drafts.take(id);
    refusals.current = [];
    setChecked(false);
    form.reset(next);
    setOffered(null);
    setRestored(null);
  }

  return {
    form,
    values,
    figures,
    problems: isChecked ? problemsOf(errors, values) : [],
    /** From now on everything that is wrong is shown. */
    showAll: () => setChecked(true),
    /** Puts what the service said at the fields that it names; returns what it said of none of them. */
    refuse(message: string): { isPlaced: boolean; rest: string } {
      const placed = placeRefusal(message, form.getValues());
      refusals.current = placed.refusals;
      setChecked(true);
      void form.trigger();
      return { isPlaced: placed.refusals.some(({ field }) => field !== 'terms'), rest: placed.rest };
    },
    /** The service is asked again, so what it said before no longer counts. */
    forgetRefusals() {
      refusals.current = [];
    },
    discard: () => drafts.discard(draftId.current),
    startOver() {
      setCleared(form.getValues());
      drafts.discard(draftId.current);
      begin(newUuid(), emptyLoan(terms));
    },
    /** Whether the form was cleared and nothing has been entered since. */
    canUndo: cleared !== null && !isTouched(values, terms),
    undoClear() {
      if (!cleared) return;
      begin(newUuid(), cleared);
      setKept(drafts.keep({ id: draftId.current, at: Date.now(), values: toDraft(cleared) }));
      setCleared(null);
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

export type LoanForm = ReturnType<typeof useLoanForm>;
