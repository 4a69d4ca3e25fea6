import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ApprovalRules } from '#contract/approvals.ts';
import { limitProblem, minorDigits } from '#contract/money.ts';
import { useChangeRules } from '#dashboard/api/approvals/approvals.ts';
import { DecimalField, moneyProblem, PERCENT_DIGITS, readPercent } from '#dashboard/forms/decimal-field.tsx';
import { NoDrafts } from '#dashboard/forms/no-drafts.tsx';
import { Refused } from '#dashboard/forms/refused.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { percentOfRate, rateOfPercent } from '#dashboard/lib/decimal.ts';
import { readDecimal } from '#dashboard/lib/decimal-input.ts';
import { type Drafts, useKeepTyped, useSameNumbers } from '#dashboard/lib/draft.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { focusHeading } from '#dashboard/ui/focus.ts';
import { Panel } from '#dashboard/ui/panel.tsx';
import type { KeptRules, RulesText } from './rules-draft.ts';

/** A text that `read` turns into a value, or into null if it is wrong. */
const typed = <Value,>(read: (text: string) => Value | null, message: () => string) =>
  z.pipe(
    z.string(),
    z.transform((text: string, { issues }): Value => {
      const value = read(text);
      if (value !== null) return value;
      issues.push({ code: 'custom', input: text, message: message() });
      return z.NEVER;
    }),
  );
const whole = (minimum: number, maximum: number) =>
  typed(
    (text) => {
      const reading = readDecimal(text);
      const decimal = reading.kind === 'decimal' ? reading.decimal : '';
      const count = Number(decimal);
      return /^\d+$/.test(decimal) && count >= minimum && count <= maximum ? count : null;
    },
    () => `Enter a whole number from ${minimum} to ${formatCount(maximum)}.`,
  );
const percent = typed(
  (text) => {
    const reading = readPercent(text);
    if (reading.kind !== 'decimal' || Number(reading.decimal) > 1_000) return null;
    return Number(rateOfPercent(reading.decimal));
  },
  () => `Enter a percentage from 0 to ${formatCount(1_000)}, such as 60.`,
);
const on = z.boolean();
const loanAmount = z.pipe(
  // A draft may be from before the terms had a currency.
  z.object({ on, above: z.record(z.string(), z.optional(z.string())) }),
  z.transform(({ on, above }, { issues }) => {
    const complain = (currency: string, message: string) =>
      issues.push({ code: 'custom', input: above, path: ['above', currency], message });
    const readings = Object.entries(above).map(([currency, text]) => {
      const reading = readDecimal(text ?? '', { digits: minorDigits(currency), currency });
      if (reading.kind === 'problem') complain(currency, reading.problem);
      const excess = reading.kind === 'decimal' && moneyProblem(reading.decimal, currency, limitProblem);
      if (excess) complain(currency, excess);
      return [currency, reading] as const;
    });
    const [first] = Object.keys(above);
    if (on && first !== undefined && readings.every(([, { kind }]) => kind === 'empty')) {
      complain(first, 'Enter an amount in at least one currency, or turn this rule off.');
    }
    const limits = readings.flatMap(([currency, reading]) =>
      reading.kind === 'decimal' ? [[currency, reading.decimal]] : [],
    );
    return { on, above: Object.fromEntries(limits) as Record<string, string> };
  }),
);
const rulesSchema = z.object({
  runLines: z.object({ on, above: whole(0, 50_000) }),
  loanAmount,
  loanToValue: z.object({ on, above: percent }),
  lateBorrower: z.object({ on }),
  changedRules: z.object({ on }),
  expiresAfterHours: whole(1, 720),
});

type TextName = 'runLines.above' | `loanAmount.above.${string}` | 'loanToValue.above' | 'expiresAfterHours';

type FieldRules = Partial<Pick<ComponentProps<typeof DecimalField>, 'help' | 'currency' | 'digits'>>;

interface RulesFormProps {
  rules: ApprovalRules;
  version: number;
  currencies: readonly string[];
  drafts: Drafts;
  /** What was typed before and not saved. */
  kept: KeptRules | null;
}

export function RulesForm({ rules, version, currencies, drafts, ...restored }: RulesFormProps) {
  const { mutateAsync, data, error, isPending } = useChangeRules();
  const [kept, setKept] = useState(restored.kept);
  /** The rules that the form began with, or saved last. */
  const [start, setStart] = useState(kept?.start ?? rules);
  const form = useForm({
    resolver: zodResolver(rulesSchema),
    defaultValues: kept?.text ?? textOf(rules, currencies),
  });
  const { register, handleSubmit, getValues, reset, subscribe } = form;
  // Read in every render: only then does the form keep track of it.
  const { isDirty } = form.formState;
  useSameNumbers(form, ['above', 'expiresAfterHours']);
  const [id] = useState(() => kept?.id ?? newUuid());
  const keep = (values: Pick<KeptRules, 'start' | 'text'>) => drafts.keep({ id, at: Date.now(), values });
  const isKept = useKeepTyped(subscribe, id, (text) => keep({ start, text }));
  const begin = () => {
    setStart(rules);
    reset(textOf(rules, currencies));
    drafts.discard(id);
    setKept(null);
    focusHeading();
  };
  const save = handleSubmit((typed) => {
    const sent = JSON.stringify(getValues());
    return mutateAsync({ ...typed, version }).then(
      (state) => {
        setStart(state.rules);
        setKept(null);
        const text = getValues();
        // What was typed meanwhile isn't saved yet.
        if (JSON.stringify(text) !== sent) return void keep({ start: state.rules, text });
        // What waits for a second administrator isn't in force, and is shown with its approval.
        reset(state.approval === null ? text : textOf(state.rules, currencies));
        if (state.approval !== null) focusHeading();
        drafts.discard(id);
      },
      // A failure is shown above the button.
      () => {},
    );
  });
  const field = (name: TextName, label: string, unit: string, more?: FieldRules) => (
    <DecimalField key={name} digits={2} {...{ name, label, unit, ...more }} />
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
    <FormProvider {...form}>
      <form noValidate className="flex flex-col gap-4" onSubmit={save}>
        {kept && (
          <Banner
            tone="info"
            title={`Your draft of ${formatInstant(kept.at)} is restored`}
            action={
              <Button look="quiet" onClick={begin}>
                Discard draft
              </Button>
            }
          />
        )}
        {JSON.stringify(rules) !== JSON.stringify(start) && !isPending && (
          <Banner
            tone="warning"
            title="The rules have changed since you opened this page"
            action={<Button onClick={begin}>Show the new rules</Button>}
          >
            Saving replaces them with yours. Showing them discards what you changed here.
          </Banner>
        )}
        <Rule title="Runs">
          {toggle('runLines', 'Large runs need approval')}
          {field('runLines.above', 'More orders than', 'orders')}
        </Rule>
        <Rule title="Loan amount">
          {toggle('loanAmount', 'Large loans need approval')}
          {Object.keys(textOf(rules, currencies).loanAmount.above).map((currency) =>
            field(`loanAmount.above.${currency}`, `Above (${currency})`, currency, {
              help: 'Leave empty for no limit',
              digits: minorDigits(currency),
              currency,
            }),
          )}
        </Rule>
        <Rule title="Loan-to-value">
          {toggle('loanToValue', 'Loans with a high loan-to-value need approval')}
          {field('loanToValue.above', 'Loan-to-value above (%)', '%', { digits: PERCENT_DIGITS })}
        </Rule>
        <Rule title="Late borrower">
          {toggle('lateBorrower', 'Loans to a borrower with a late or defaulted loan need approval')}
        </Rule>
        <Rule title="These rules">
          {toggle('changedRules', 'Changes to these rules need approval by a second administrator')}
          {field('expiresAfterHours', 'Requests expire after (hours)', 'hours')}
        </Rule>
        {error && <Refused title="The rules were not changed" error={error} />}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {data?.approval === null && data.version === version && !isDirty && (
            <p role="status" className="text-success">
              The rules are saved and in force.
            </p>
          )}
          {!isKept && <NoDrafts />}
          <Button type="submit" look="primary" busy={isPending}>
            Save rules
          </Button>
        </div>
      </form>
    </FormProvider>
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
  const grouped = (decimal: string | number) => withGroups(String(decimal));
  const known = [...new Set([...currencies, ...Object.keys(loanAmount.above)])].sort();
  return {
    ...rules,
    runLines: { ...runLines, above: grouped(runLines.above) },
    loanAmount: {
      ...loanAmount,
      above: Object.fromEntries(
        known.map((currency) => [currency, grouped(loanAmount.above[currency] ?? '')]),
      ),
    },
    loanToValue: { ...loanToValue, above: grouped(percentOfRate(String(loanToValue.above))) },
    expiresAfterHours: grouped(rules.expiresAfterHours),
  };
}
