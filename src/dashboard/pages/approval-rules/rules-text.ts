import * as z from 'zod/mini';
import type { ApprovalRules } from '#contract/approvals.ts';
import { percentOfRate, rateOfPercent } from '#dashboard/lib/decimal.ts';
import { readDecimal } from '#dashboard/lib/decimal-input.ts';

const on = z.boolean();
const typed = (isValid: (text: string) => boolean, message: string) =>
  z.string().check(z.refine(isValid, message));
const whole = (minimum: number, maximum: number) =>
  typed(
    (text) => {
      const count = wholeOf(text);
      return count !== null && count >= minimum && count <= maximum;
    },
    `Type a whole number from ${minimum} to ${maximum.toLocaleString('en')}.`,
  );
const amount = typed(
  (text) => text.trim() === '' || decimalOf(text) !== null,
  'Type an amount such as 5,000,000, or leave it empty.',
);
const percent = typed((text) => {
  const decimal = decimalOf(text);
  return decimal !== null && Number(decimal) <= 1_000;
}, 'Type a percentage from 0 to 1,000, such as 60.');

/** The rules as text, the way the form's fields hold them. */
export const rulesSchema = z.object({
  runLines: z.object({ on, above: whole(0, 50_000) }),
  loanAmount: z.object({ on, above: z.record(z.string(), amount) }),
  loanToValue: z.object({ on, percent }),
  lateBorrower: z.object({ on }),
  changedRules: z.object({ on }),
  expiresAfterHours: whole(1, 720),
});
export type RulesText = z.infer<typeof rulesSchema>;

/** Rules as the form shows them, with a field for each currency that is lent or has a limit. */
export function textOf(rules: ApprovalRules, currencies: readonly string[]): RulesText {
  const { runLines, loanAmount, loanToValue } = rules;
  const known = [...new Set([...currencies, ...Object.keys(loanAmount.above)])].sort();
  return {
    ...rules,
    runLines: { ...runLines, above: String(runLines.above) },
    loanAmount: {
      ...loanAmount,
      above: Object.fromEntries(known.map((currency) => [currency, loanAmount.above[currency] ?? ''])),
    },
    loanToValue: { on: loanToValue.on, percent: percentOfRate(String(loanToValue.above)) },
    expiresAfterHours: String(rules.expiresAfterHours),
  };
}

/** The rules that were typed. The text must fit the schema. */
export function rulesOf(text: RulesText): ApprovalRules {
  const amounts = Object.entries(text.loanAmount.above).flatMap(([currency, typed]) => {
    const limit = decimalOf(typed);
    return limit === null ? [] : [[currency, limit]];
  });
  return {
    ...text,
    runLines: { ...text.runLines, above: wholeOf(text.runLines.above) ?? 0 },
    loanAmount: { ...text.loanAmount, above: Object.fromEntries(amounts) },
    loanToValue: {
      on: text.loanToValue.on,
      above: Number(rateOfPercent(decimalOf(text.loanToValue.percent) ?? '0')),
    },
    expiresAfterHours: wholeOf(text.expiresAfterHours) ?? 24,
  };
}

function decimalOf(text: string): string | null {
  const reading = readDecimal(text);
  return reading.kind === 'decimal' ? reading.decimal : null;
}

function wholeOf(text: string): number | null {
  const decimal = decimalOf(text);
  return decimal !== null && /^\d{1,9}$/.test(decimal) ? Number(decimal) : null;
}
