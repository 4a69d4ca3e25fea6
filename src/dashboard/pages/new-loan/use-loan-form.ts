import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type FieldErrors, type FieldPath, useForm, useWatch } from 'react-hook-form';
import { type Convention, currentConvention } from '#dashboard/lib/convention.ts';
import { type Drafts, inConvention, useKeepTyped, useSameNumbers } from '#dashboard/lib/draft.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { addRefusals, placeRefusal, problemsOf, type Refusal } from './field-errors.ts';
import type { LendingTerms } from './lending-terms.ts';
import { figuresOf, loanSchema, type ReadyLoan } from './loan-schema.ts';
import {
  emptyLoan,
  isTouched,
  isUnsent,
  type KeptDraft,
  LOAN_NUMBERS,
  type LoanValues,
  toDraft,
} from './loan-values.ts';

/** The form of a loan: kept as a draft of its holder at every change, and restored from one if nothing came of it. */
export function useLoanForm(terms: LendingTerms, drafts: Drafts, kept: readonly KeptDraft[]) {
  const [{ restored, ...found }, setFound] = useState(() => {
    const unsent = kept.filter(isUnsent);
    const restored = unsent.find(({ isOwn }) => isOwn) ?? null;
    return { restored, offered: restored ? null : (unsent[0] ?? null) };
  });
  // Another tab may change the language while values are held apart from the form.
  const [foundIn] = useState(currentConvention);
  const offered = found.offered && {
    ...found.offered,
    values: inConvention(found.offered.values, LOAN_NUMBERS, foundIn),
  };
  const draftId = useRef(restored?.id ?? newUuid());
  const refusals = useRef<readonly Refusal[]>([]);
  /** What the form held before it was cleared, to undo that. */
  const [cleared, setCleared] = useState<{ values: LoanValues; convention: Convention } | null>(null);
  /** Whether everything that is wrong is shown: once the person wanted to go on, or the service refused. */
  const [isChecked, setChecked] = useState(false);
  const check = zodResolver<LoanValues, unknown, ReadyLoan>(loanSchema(terms));
  const form = useForm<LoanValues, unknown, ReadyLoan>({
    defaultValues: restored?.values ?? emptyLoan(terms),
    /** The schema under the current terms, and what the service refused of the content that the form still holds. */
    async resolver(values, context, options) {
      const result = await check(values, context, options);
      const errors: FieldErrors<LoanValues> = { ...result.errors };
      addRefusals(errors, refusals.current, values);
      return Object.keys(errors).length > 0 ? { values: {}, errors } : result;
    },
    mode: 'onTouched',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const { errors, touchedFields } = form.formState;
  const values = useWatch({ control: form.control }) as LoanValues;
  const figures = useMemo(() => figuresOf(values, terms), [values, terms]);

  function keep(next: LoanValues) {
    const id = draftId.current;
    if (isTouched(next, terms)) return drafts.keep({ id, at: Date.now(), values: toDraft(next) });
    drafts.discard(id);
    return true;
  }
  const isKept = useKeepTyped(form.subscribe, draftId.current, keep);
  useSameNumbers(form, LOAN_NUMBERS);

  // A change of one field or of the terms can put another field right, or wrong.
  const checkAgain = useEffectEvent(() => {
    const { collateral: lines = [], ...others } = touchedFields;
    const quantities = lines.flatMap((line, at) => (line?.quantity ? [`collateral.${at}.quantity`] : []));
    const left = [...Object.keys(others), ...quantities] as FieldPath<LoanValues>[];
    if (isChecked || left.length > 0) void form.trigger(isChecked ? undefined : left);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one of them changes
  useEffect(() => checkAgain(), [values, terms, isChecked]);

  /** Fills the form in otherwise, as another draft. */
  function begin(id: string, next: LoanValues) {
    draftId.current = id;
    refusals.current = [];
    setChecked(false);
    setFound({ restored: null, offered: null });
    form.reset(next);
  }

  return {
    form,
    values,
    figures,
    problems: isChecked ? problemsOf(errors, values) : [],
    /** From now on everything that is wrong is shown. The service is asked again, so what it said no longer counts. */
    showAll() {
      refusals.current = [];
      setChecked(true);
    },
    /** Puts what the service said at the fields that it names; returns what it said of none of them. */
    refuse(message: string): { isPlaced: boolean; rest: string } {
      const placed = placeRefusal(message, form.getValues());
      refusals.current = placed.refusals;
      setChecked(true);
      return { isPlaced: placed.refusals.some(({ field }) => field !== 'terms'), rest: placed.rest };
    },
    discard: () => drafts.discard(draftId.current),
    startOver() {
      setCleared({ values: form.getValues(), convention: currentConvention() });
      drafts.discard(draftId.current);
      begin(newUuid(), emptyLoan(terms));
    },
    /** Whether the form was cleared and nothing has been entered since. */
    canUndo: cleared !== null && !isTouched(values, terms),
    undoClear() {
      if (cleared) begin(newUuid(), inConvention(cleared.values, LOAN_NUMBERS, cleared.convention));
      setCleared(null);
    },
    /** False if the browser stores nothing. */
    isKept,
    restored,
    /** Another tab's draft, to continue with by choice. */
    offered,
    takeOffered: () => offered && begin(offered.id, offered.values),
    dropOffered() {
      if (offered) drafts.discard(offered.id);
      setFound({ restored, offered: null });
    },
  };
}

export type LoanFormState = ReturnType<typeof useLoanForm>;
