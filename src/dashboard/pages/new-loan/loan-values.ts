import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { JournalEntry } from '#contract/operations.ts';
import { newReference } from '#contract/reference.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { findEntry } from '#dashboard/api/operations/entries.ts';
import { hadNoEffect } from '#dashboard/api/operations/outcome-words.ts';
import { withGroups } from '#dashboard/lib/convention.ts';
import { percentOfRate } from '#dashboard/lib/decimal.ts';
import { type Drafts, type FoundDraft, useFoundDrafts } from '#dashboard/lib/draft.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import type { LendingTerms } from './lending-terms.ts';

const borrower = z.object({
  userId: z.string(),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  /** It is a member's, not only a pasted text. */
  verified: z.boolean(),
});

const token = z.object({
  id: z.string(),
  name: z.string(),
  symbol: z.optional(z.string()),
  currency: z.optional(z.string()),
  category: z.optional(z.string()),
  exited: z.optional(z.boolean()),
  cancelled: z.optional(z.boolean()),
  price: z.nullable(z.string()),
  isPriceNegative: z.optional(z.boolean()),
  priceAt: z.nullable(z.string()),
});

const line = z.object({
  token,
  /** As typed. */
  quantity: z.string(),
  /** The service no longer knew the token when it was asked. */
  missing: z.boolean(),
});

/** What a draft keeps of the form: everything but bank details. */
const loanDraft = z.object({
  /** The idempotency key under which this loan is sent; it stays the same until the outcome is final. */
  key: z.uuid(),
  borrower: z.nullable(borrower),
  currency: z.string(),
  amount: z.string(),
  duration: z.string(),
  interest: z.string(),
  /** Null: as the rule suggests it. */
  repayment: z.nullable(z.string()),
  reason: z.string(),
  reference: z.string(),
  withReference: z.boolean(),
  collateral: z.array(line).check(z.maxLength(200)),
});

const NO_BANK_DETAILS = { bankName: '', bankCode: '', accountNumber: '' };

/** The form as it was typed: amounts are texts, and stay texts until they are read into decimal strings. */
export type LoanValues = z.infer<typeof loanDraft> & typeof NO_BANK_DETAILS;
export type CollateralLine = LoanValues['collateral'][number];

/** What identifies one attempt at a loan. Another attempt gets another reference, so that neither is taken for the other. */
export function newAttempt(): Pick<LoanValues, 'key' | 'reference'> {
  return { key: newUuid(), reference: newReference() };
}

/** An empty form under the terms, which give the usual rate and duration. */
export function emptyLoan(terms: LendingTerms): LoanValues {
  const currencies = Object.keys(terms.limits);
  return {
    ...newAttempt(),
    ...NO_BANK_DETAILS,
    borrower: null,
    currency: currencies.length === 1 ? (currencies[0] ?? '') : '',
    amount: '',
    duration: String(terms.duration),
    interest: terms.rate === null ? '' : withGroups(percentOfRate(terms.rate)),
    repayment: null,
    reason: '',
    withReference: true,
    collateral: [],
  };
}

/** What was typed and chosen, to compare: the same for another attempt at the same loan. */
export function typedText(values: Partial<LoanValues>): string {
  return JSON.stringify({ ...values, key: '', reference: '' });
}

/** Whether the form holds something that a draft keeps. */
export function isTouched(values: LoanValues, terms: LendingTerms): boolean {
  return typedText(toDraft(values)) !== typedText(toDraft(emptyLoan(terms)));
}

/** Never bank details. */
export function toDraft(values: LoanValues): LoanValues {
  return { ...values, ...NO_BANK_DETAILS };
}

/** Reads the values of a draft; null if it holds something else. */
function readDraft(values: unknown): LoanValues | null {
  const parsed = z.safeParse(loanDraft, values);
  return parsed.success ? { ...parsed.data, ...NO_BANK_DETAILS } : null;
}

export const LOAN_NUMBERS = ['amount', 'duration', 'interest', 'repayment', 'quantity'] as const;

/** A draft, with what the gateway recorded under its key. */
export interface KeptDraft extends Omit<FoundDraft, 'values'> {
  values: LoanValues;
  /** Null if nothing was ever sent under the draft's key. */
  entry: JournalEntry | null;
}

/** Whether nothing came of a draft: one that was sent, or may have been, isn't sent again. */
export function isUnsent({ entry }: KeptDraft): boolean {
  return entry === null || hadNoEffect(entry.outcome);
}

/** A holder's drafts, with what became of each. Those whose request has ended with a loan, or was closed, are deleted. */
export function useKeptDrafts(drafts: Drafts) {
  const found = useFoundDrafts(drafts);
  const query = useQuery({
    queryKey: ['kept-drafts', found],
    queryFn: async ({ signal }): Promise<KeptDraft[]> => {
      const read = (found ?? []).map(async (draft) => {
        const values = readDraft(draft.values);
        if (values === null) {
          // A draft of an earlier version, which may hold bank details.
          drafts.discard(draft.id);
          return [];
        }
        const entry = await findEntry(values.key, signal);
        // The outcome of this key is final, or that of the tab that was duplicated: what is sent now is another attempt.
        const isOther = (draft.isOwn && draft.isCopy) || (entry && hadNoEffect(entry.outcome));
        const attempt = isOther ? newAttempt() : {};
        return [{ ...draft, entry, values: { ...values, ...attempt } }];
      });
      const kept = (await Promise.all(read)).flat();
      for (const { id, entry } of kept) {
        if (entry?.outcome === 'done' || entry?.outcome === 'undetermined') drafts.discard(id);
      }
      // The one that this tab goes on with may have got another key.
      const own = kept.find((draft) => draft.isOwn && isUnsent(draft));
      if (own?.entry || own?.isCopy) drafts.keep({ id: own.id, at: Date.now(), values: toDraft(own.values) });
      return kept;
    },
    initialData: found?.length === 0 ? [] : undefined,
    enabled: Boolean(found?.length),
    // Asked once for each form, as the answer decides whether a loan may be sent. Again while one is being filled in, it
    // would put what the form began with, under another key, in the place of what was typed.
    staleTime: 'static',
    gcTime: 0,
  });
  return useStanding(query);
}
