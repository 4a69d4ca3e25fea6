import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ApprovalRules } from '#contract/approvals.ts';
import { useChangeRules } from '#dashboard/api/approvals/approvals.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { Refused } from '#dashboard/forms/refused.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { percentOfRate, rateOfPercent } from '#dashboard/lib/decimal.ts';
import { readDecimal } from '#dashboard/lib/decimal-input.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

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
const rulesSchema = z.object({
  runLines: z.object({ on, above: whole(0, 50_000) }),
  loanAmount: z.object({ on, above: z.record(z.string(), amount) }),
  loanToValue: z.object({ on, percent }),
  lateBorrower: z.object({ on }),
  changedRules: z.object({ on }),
  expiresAfterHours: whole(1, 720),
});
type RulesText = z.infer<typeof rulesSchema>;

type TextName = 'runLines.above' | `loanAmount.above.${string}` | 'loanToValue.percent' | 'expiresAfterHours';

/** Sets the rules, all together. */
export function RulesForm({ rules, currencies }: { rules: ApprovalRules; currencies: readonly string[] }) {
  const { mutate, data, error, isPending } = useChangeRules();
  /** The rules that the form began with, or saved last. */
  const [start, setStart] = useState(rules);
  const { register, handleSubmit, formState, getFieldState, reset } = useForm<RulesText>({
    resolver: zodResolver(rulesSchema),
    defaultValues: textOf(rules, currencies),
  });
  const text = (name: TextName, label: string, help?: string) => (
    <TextField
      key={name}
      label={label}
      {...(help && { help })}
      error={getFieldState(name, formState).error?.message}
      field={register(name)}
    />
  );
  const toggle = (name: Exclude<keyof ApprovalRules, 'expiresAfterHours'>, label: string) => (
    <Checkbox
      className="flex min-h-9 cursor-pointer items-center gap-2.5 font-medium max-md:min-h-11"
      defaultChecked={rules[name].on}
      {...register(`${name}.on`)}
    >
      {label}
    </Checkbox>
  );
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={handleSubmit((typed) =>
        mutate(rulesOf(typed), { onSuccess: (state) => setStart(state.rules) }),
      )}
    >
      {error && (
        <Refused title="The rules were not changed" error={error} to="/approvals">
          {error.message}
          {error instanceof ApiError && (
            <ErrorReference code={error.code} status={error.status} requestId={error.requestId} />
          )}
        </Refused>
      )}
      {JSON.stringify(rules) !== JSON.stringify(start) && !isPending && (
        <Banner
          tone="warning"
          title="The rules have changed since you opened this page"
          action={
            <Button
              onClick={() => {
                setStart(rules);
                reset(textOf(rules, currencies));
              }}
            >
              Show the new rules
            </Button>
          }
        >
          Saving replaces them with yours.
        </Banner>
      )}
      {data && data.approval === null && (
        <p role="status" className="text-success">
          The rules are saved and in force.
        </p>
      )}
      <Rule title="Runs">
        {toggle('runLines', 'Large runs need approval')}
        {text('runLines.above', 'More orders than')}
      </Rule>
      <Rule title="Loan amount">
        {toggle('loanAmount', 'Large loans need approval')}
        {Object.keys(textOf(rules, currencies).loanAmount.above).map((currency) =>
          text(`loanAmount.above.${currency}`, `Above (${currency})`, 'Leave empty for no limit'),
        )}
      </Rule>
      <Rule title="Loan-to-value">
        {toggle('loanToValue', 'Loans with a high loan-to-value need approval')}
        {text('loanToValue.percent', 'Loan-to-value above (%)')}
      </Rule>
      <Rule title="Late borrower">
        {toggle('lateBorrower', 'Loans to a borrower with a late or defaulted loan need approval')}
      </Rule>
      <Rule title="These rules">
        {toggle('changedRules', 'Changes to these rules need approval by a second administrator')}
        {text('expiresAfterHours', 'Requests expire after (hours)')}
      </Rule>
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={isPending}>
          Save rules
        </Button>
      </div>
    </form>
  );
}

function Rule({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className="flex flex-col gap-3 p-4">{children}</div>
    </Panel>
  );
}

/** Rules as the form shows them, with a field for each currency that is lent or has a limit. */
function textOf(rules: ApprovalRules, currencies: readonly string[]): RulesText {
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
function rulesOf(text: RulesText): ApprovalRules {
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
