import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { ApprovalRules } from '#contract/approvals.ts';
import { useChangeRules } from '#dashboard/api/approvals/approvals.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { Refused } from '#dashboard/forms/refused.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { type RulesText, rulesOf, rulesSchema, textOf } from './rules-text.ts';

type TextName = 'runLines.above' | `loanAmount.above.${string}` | 'loanToValue.percent' | 'expiresAfterHours';
type Switch = 'runLines' | 'loanAmount' | 'loanToValue' | 'lateBorrower' | 'changedRules';

/** Sets the rules, all together. */
export function RulesForm({ rules, currencies }: { rules: ApprovalRules; currencies: readonly string[] }) {
  const { mutate, data, error, isPending } = useChangeRules();
  /** The rules that the form began with, or saved last. */
  const [start, setStart] = useState(rules);
  const { control, register, handleSubmit, formState, getFieldState, reset } = useForm<RulesText>({
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
  const toggle = (name: Switch, label: string) => (
    <Controller
      control={control}
      name={`${name}.on`}
      render={({ field }) => (
        <Checkbox
          className="flex min-h-9 cursor-pointer items-center gap-2.5 font-medium max-md:min-h-11"
          checked={field.value}
          onChange={({ target }) => field.onChange(target.checked)}
        >
          {label}
        </Checkbox>
      )}
    />
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
