import { Big } from 'big.js';
import { useFormContext } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { minorDigits } from '#contract/money.ts';
import { newReference } from '#contract/reference.ts';
import { DecimalField } from '#dashboard/forms/decimal-field.tsx';
import { ChoiceField, TextField } from '#dashboard/forms/text-field.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { percentOfRate } from '#dashboard/lib/decimal.ts';
import { countOf, withPercent } from '#dashboard/lib/figures.ts';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import type { FormFigures, JudgedForm } from './loan-schema.ts';
import type { LoanValues } from './loan-values.ts';

export function TermsPart({ values, figures, terms }: JudgedForm) {
  const { register, setValue, formState } = useFormContext<LoanValues>();
  const { currency, repayment, reference, withReference: hasReference } = values;
  const { suggestion, limit } = figures;
  const money = { unit: currency, digits: minorDigits(currency), currency };
  return (
    <Panel
      title="Terms"
      aside={
        <Link
          to="/loans/terms"
          className="text-accent-text text-table underline underline-offset-2 max-md:py-2.5"
        >
          View terms
        </Link>
      }
    >
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        <ChoiceField
          label="Currency"
          help="Currencies in your terms."
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
          help={limit === null ? `e.g. ${withGroups('1250.50')}` : `Up to ${withGroups(limit)} ${currency}.`}
          {...money}
        />
        <DecimalField
          name="duration"
          label="Term"
          help={`1 to ${countOf(terms.duration, 'month')}${terms.grace ? `, plus ${terms.grace} of grace` : ''}.`}
          prefilled
          unit="months"
          digits={0}
        />
        <DecimalField
          name="interest"
          label="Monthly interest rate"
          help={
            terms.rate === null
              ? 'In percent.'
              : `Your standard rate is ${withPercent(withGroups(percentOfRate(terms.rate)))}.`
          }
          prefilled
          unit="%"
          digits={6}
        />
        <div className="sm:col-span-2 sm:max-w-[calc(50%-0.5rem)]">
          <DecimalField
            name="repayment"
            label="Total repayable"
            help="Amount × (1 + rate × months). You can change it, but not to less than the amount."
            {...(suggestion !== null && { suggestion: withGroups(suggestion) })}
            prefilled
            {...money}
            note={repaymentNote(figures, currency, repayment === null)}
          />
          {repayment !== null && suggestion !== null && (
            <button
              type="button"
              className="mt-1 text-accent-text text-table underline underline-offset-2 max-md:min-h-11"
              onClick={() => setValue('repayment', null)}
            >
              Use calculated: {withGroups(suggestion)}
            </button>
          )}
        </div>
        <div className="sm:col-span-2">
          <TextField
            label="Reason"
            help="Purpose (optional). Saved with the loan."
            error={formState.errors.reason?.message}
            field={register('reason')}
            long
          />
          <Checkbox
            checked={hasReference}
            onChange={({ target }) => {
              setValue('withReference', target.checked);
              if (target.checked) setValue('reference', newReference());
            }}
            className="mt-2 flex items-start gap-2 text-table *:first:mt-0.5"
          >
            <span>
              Add <span className="font-mono text-label">[ref {reference}]</span> to the reason
              <span className="block text-label text-muted">
                {hasReference
                  ? 'Lets Pledge confirm the loan was created if the connection drops.'
                  : 'Without it, Pledge may not be able to tell this loan from similar ones if the connection drops.'}
              </span>
            </span>
          </Checkbox>
        </div>
      </div>
    </Panel>
  );
}

function repaymentNote({ difference, suggestion }: FormFigures, currency: string, isSuggested: boolean) {
  if (suggestion === null) return 'Calculated from amount, term and rate.';
  if (difference === null) return isSuggested ? 'As calculated.' : 'The same as calculated.';
  const above = new Big(difference).gt(0);
  return `${withGroups(new Big(difference).abs().toFixed(minorDigits(currency)))} ${currency} ${above ? 'more' : 'less'} than calculated.`;
}
