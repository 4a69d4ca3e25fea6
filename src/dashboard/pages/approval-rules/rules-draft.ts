import * as z from 'zod/mini';
import { approvalRules } from '#contract/approvals.ts';
import { type Draft, draftsOf, type FoundDraft, isRestored } from '#dashboard/lib/draft.ts';

const on = z.boolean();
const above = z.string();
const rulesText = z.object({
  runLines: z.object({ on, above }),
  loanAmount: z.object({ on, above: z.record(z.string(), z.optional(above)) }),
  loanToValue: z.object({ on, above }),
  lateBorrower: z.object({ on }),
  changedRules: z.object({ on }),
  expiresAfterHours: z.string(),
});
export type RulesText = z.infer<typeof rulesText>;

/** What was typed, and the rules that it was meant to change. A draft without their version overwrites no others. */
const rulesDraft = z.object({ start: approvalRules, version: z._default(z.number(), 0), text: rulesText });

export type KeptRules = z.infer<typeof rulesDraft> & Pick<Draft, 'id' | 'at'>;

export function rulesDraftsOf(holder: string) {
  return draftsOf('approval-rules', holder, ['text']);
}

/** The first of the drafts that can be read; null if there is none. */
export function readRules(found: readonly FoundDraft[]): KeptRules | null {
  for (const { id, at, values } of found.filter(isRestored)) {
    const read = z.safeParse(rulesDraft, values).data;
    if (read) return { ...read, id, at };
  }
  return null;
}
