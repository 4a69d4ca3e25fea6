import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { ApprovalRules } from '#contract/approvals.ts';
import { SIGN_IN_CODES } from '#contract/session.ts';
import { useChangeRules } from '#dashboard/api/approvals/approvals.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { SignInAgain } from '#dashboard/forms/sign-in-again.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { type RulesText, rulesOf, rulesSchema, textOf } from './rules-text.ts';

type Switch = 'runLines' | 'loanAmount' | 'loanToValue' | 'lateBorrower' | 'changedRules';

/** Sets the rules, all together. */
export function RulesForm({ rules, currencies }: { rules: ApprovalRules; currencies: readonly string[] }) {
  const change = useChangeRules();
  /** The rules that the form began with, or saved last. */
  const [start, setStart] = useState(rules);
  const { control, register, handleSubmit, formState, reset } = useForm<RulesText>({
    resolver: zodResolver(rulesSchema),
    defaultValues: textOf(rules, currencies),
  });
  const { errors } = formState;
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
  const { data, error, isPending } = change;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={handleSubmit((text) =>
        change.mutate(rulesOf(text), { onSuccess: (state) => setStart(state.rules) }),
      )}
    >
      {error && (
        <Banner
          tone="danger"
          title="The rules were not changed"
          action={
            error instanceof ApiError &&
            error.code === SIGN_IN_CODES.recentSignInRequired && <SignInAgain to="/approvals" />
          }
        >
          {error.message}
          {error instanceof ApiError && (
            <ErrorReference code={error.code} status={error.status} requestId={error.requestId} />
          )}
        </Banner>
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
        <TextField
          label="More orders than"
          error={errors.runLines?.above?.message}
          field={register('runLines.above')}
        />
      </Rule>
      <Rule title="Loan amount">
        {toggle('loanAmount', 'Large loans need approval')}
        {Object.keys(textOf(rules, currencies).loanAmount.above).map((currency) => (
          <TextField
            key={currency}
            label={`Above (${currency})`}
            help="Leave empty for no limit"
            error={errors.loanAmount?.above?.[currency]?.message}
            field={register(`loanAmount.above.${currency}`)}
          />
        ))}
      </Rule>
      <Rule title="Loan-to-value">
        {toggle('loanToValue', 'Loans with a high loan-to-value need approval')}
        <TextField
          label="Loan-to-value above (%)"
          error={errors.loanToValue?.percent?.message}
          field={register('loanToValue.percent')}
        />
      </Rule>
      <Rule title="Late borrower">
        {toggle('lateBorrower', 'Loans to a borrower with a late or defaulted loan need approval')}
      </Rule>
      <Rule title="These rules">
        {toggle('changedRules', 'Changes to these rules need approval by a second administrator')}
        <TextField
          label="Requests expire after (hours)"
          error={errors.expiresAfterHours?.message}
          field={register('expiresAfterHours')}
        />
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
