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

/** A text that `read` turns into a value, or into null if it is wrong. */
const typed = <Value,>(read: (text: string) => Value | null, message: string) =>
  z.pipe(
    z.string(),
    z.transform((text: string, { issues }): Value => {
      const value = read(text);
      if (value !== null) return value;
      issues.push({ code: 'custom', input: text, message });
      return z.NEVER;
    }),
  );
const whole = (minimum: number, maximum: number) =>
  typed(
    (text) => {
      const decimal = decimalOf(text) ?? '';
      const count = Number(decimal);
      return /^\d+$/.test(decimal) && count >= minimum && count <= maximum ? count : null;
    },
    `Type a whole number from ${minimum} to ${maximum.toLocaleString('en')}.`,
  );
const amount = typed(
  (text) => (text.trim() === '' ? '' : decimalOf(text)),
  'Type an amount such as 5,000,000, or leave it empty.',
);
const percent = typed((text) => {
  const decimal = decimalOf(text);
  return decimal !== null && Number(decimal) <= 1_000 ? Number(rateOfPercent(decimal)) : null;
}, 'Type a percentage from 0 to 1,000, such as 60.');
const amounts = z.pipe(
  z.record(z.string(), amount),
  z.transform((all) => Object.fromEntries(Object.entries(all).filter(([, limit]) => limit !== ''))),
);

const on = z.boolean();
/** Turns the form's texts into the rules. */
const rulesSchema = z.object({
  runLines: z.object({ on, above: whole(0, 50_000) }),
  loanAmount: z.object({ on, above: amounts }),
  loanToValue: z.object({ on, above: percent }),
  lateBorrower: z.object({ on }),
  changedRules: z.object({ on }),
  expiresAfterHours: whole(1, 720),
});
type RulesText = z.input<typeof rulesSchema>;

type TextName = 'runLines.above' | `loanAmount.above.${string}` | 'loanToValue.above' | 'expiresAfterHours';

export function RulesForm({ rules, currencies }: { rules: ApprovalRules; currencies: readonly string[] }) {
  const { mutate, data, error, isPending } = useChangeRules();
  /** The rules that the form began with, or saved last. */
  const [start, setStart] = useState(rules);
  const { register, handleSubmit, formState, getFieldState, reset } = useForm({
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
      onSubmit={handleSubmit((typed) => mutate(typed, { onSuccess: (state) => setStart(state.rules) }))}
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
        {text('loanToValue.above', 'Loan-to-value above (%)')}
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
    loanToValue: { ...loanToValue, above: percentOfRate(String(loanToValue.above)) },
    expiresAfterHours: String(rules.expiresAfterHours),
  };
}

function decimalOf(text: string): string | null {
  const reading = readDecimal(text);
  return reading.kind === 'decimal' ? reading.decimal : null;
}
