import * as z from 'zod/mini';
import { approvalRules } from '#contract/approvals.ts';
import { type Draft, draftsOf } from '#dashboard/lib/draft.ts';

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
/** The rules as the form holds them: what was typed. */
export type RulesText = z.infer<typeof rulesText>;

/** What was typed, and the rules that it was meant to change. */
const rulesDraft = z.object({ start: approvalRules, text: rulesText });

export type KeptRules = z.infer<typeof rulesDraft> & Pick<Draft, 'at'>;

/** There is one draft of the rules, for all tabs. */
const ID = 'rules';

/** The draft of a holder. */
export function rulesDraftsOf(holder: string) {
  const drafts = draftsOf('approval-rules', holder, ['text']);
  return {
    keep: (values: z.infer<typeof rulesDraft>) => void drafts.keep({ id: ID, at: Date.now(), values }),
    discard: () => drafts.discard(ID),
    read(): KeptRules | null {
      const [draft] = drafts.all();
      const values = z.safeParse(rulesDraft, draft?.values).data;
      return draft && values ? { ...values, at: draft.at } : null;
    },
  };
}
