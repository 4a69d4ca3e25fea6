import { Big } from 'big.js';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { minorDigits } from '#contract/money.ts';
import { newReference } from '#contract/reference.ts';
import { DecimalField } from '#dashboard/forms/decimal-field.tsx';
import { ChoiceField, TextField } from '#dashboard/forms/text-field.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import type { LendingTerms } from './lending-terms.ts';
import type { LoanFigures } from './loan-schema.ts';
import type { LoanValues } from './loan-values.ts';

/** What is lent, for how long and at what price; the configuration's limits in view. */
export function TermsPart({ terms, figures }: { terms: LendingTerms; figures: LoanFigures }) {
  const { register, setValue, formState } = useFormContext<LoanValues>();
  const [currency, repayment, reference, hasReference] = useWatch<
    LoanValues,
    ['currency', 'repayment', 'reference', 'withReference']
  >({ name: ['currency', 'repayment', 'reference', 'withReference'] });
  const { suggestion, limit, rate } = figures;
  const digits = currency === '' ? 2 : minorDigits(currency);
  return (
    <Panel
      title="Terms"
      aside={
        <Link to="/loans/terms" className="text-accent-text text-table underline underline-offset-2">
          Your terms
        </Link>
      }
    >
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        <ChoiceField
          label="Currency"
          help="Those that your terms set a limit in."
          error={formState.errors.currency?.message}
          field={register('currency')}
          choices={Object.entries(terms.limits).map(([code, limit]) => ({
            value: code,
            label: `${code}, up to ${withGroups(limit)}`,
          }))}
          unchosen="Choose"
        />
        <DecimalField
          name="amount"
          label="Amount"
          help={
            limit === null
              ? 'In currency units, such as 1,250.50.'
              : `Up to ${withGroups(limit)} ${currency}.`
          }
          unit={currency}
          digits={digits}
          currency={currency || undefined}
        />
        <DecimalField
          name="duration"
          label="Duration"
          help={`From 1 to ${countOf(terms.duration, 'month')}${terms.grace ? `, then ${terms.grace} of grace` : ''}.`}
          prefilled
          unit="months"
          digits={0}
        />
        <DecimalField
          name="interest"
          label="Interest a month"
          help={terms.rate === null ? 'In percent.' : 'In percent; your usual rate stands there first.'}
          prefilled
          unit="%"
          digits={6}
          note={rate !== null && `Sent as ${rate}`}
        />
        <div className="sm:col-span-2 sm:max-w-[calc(50%-0.5rem)]">
          <DecimalField
            name="repayment"
            label="To repay"
            help="Suggested: amount × (1 + rate × months). It can be changed, but not below the amount."
            {...(suggestion !== null && { suggestion: withGroups(suggestion) })}
            prefilled
            unit={currency}
            digits={digits}
            currency={currency || undefined}
            note={repaymentNote(figures, currency, repayment === null)}
          />
          {repayment !== null && suggestion !== null && (
            <button
              type="button"
              className="mt-1 text-accent-text text-table underline underline-offset-2 max-md:min-h-11"
              onClick={() => setValue('repayment', null)}
            >
              Use the suggestion, {withGroups(suggestion)}
            </button>
          )}
        </div>
        <div className="sm:col-span-2">
          <TextField
            label="Reason"
            help="What the loan is for, as it will stand in the loan itself. Optional."
            error={formState.errors.reason?.message}
            field={register('reason')}
            long
          />
          <label htmlFor="with-reference" className="mt-2 flex items-start gap-2 text-table">
            <Checkbox
              id="with-reference"
              checked={hasReference}
              onChange={({ target }) => {
                setValue('withReference', target.checked);
                if (target.checked) setValue('reference', newReference());
              }}
              className="mt-0.5"
            />
            <span>
              Add <span className="font-mono text-label">[ref {reference}]</span> to the reason
              <span className="block text-label text-muted">
                {hasReference
                  ? 'With it the list of loans proves whether this one was created, should the answer be lost.'
                  : 'Without it a lost answer leaves you with loans that look alike to choose from.'}
              </span>
            </span>
          </label>
        </div>
      </div>
    </Panel>
  );
}

function repaymentNote({ difference, suggestion }: LoanFigures, currency: string, isSuggested: boolean) {
  if (suggestion === null) return 'Suggested once amount, duration and interest are there.';
  if (difference === null) return isSuggested ? 'As suggested.' : 'The same as suggested.';
  const above = new Big(difference).gt(0);
  return `${withGroups(new Big(difference).abs().toFixed(minorDigits(currency)))} ${currency} ${above ? 'above' : 'below'} the suggestion.`;
}
