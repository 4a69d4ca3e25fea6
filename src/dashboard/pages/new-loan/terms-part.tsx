import { Big } from 'big.js';
import { Link } from 'react-router-dom';
import { minorDigits } from '#contract/money.ts';
import { newReference } from '#contract/reference.ts';
import { DecimalField } from '#dashboard/forms/decimal-field.tsx';
import { ChoiceField, TextField } from '#dashboard/forms/text-field.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import type { NewLoan } from './use-new-loan.ts';

/** What is lent, for how long and at what price; the configuration's limits in view. */
export function TermsPart({ loan }: { loan: NewLoan }) {
  const { values, terms, worked, set, leave, errorOf, field } = loan;
  const { currency } = values;
  const digits = currency === '' ? 2 : minorDigits(currency);
  const repayment = values.repayment ?? (worked.suggestion === null ? '' : withGroups(worked.suggestion));
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
          name="currency"
          label="Currency"
          help="Those that your terms set a limit in."
          error={errorOf('currency')}
          value={currency}
          onValue={(next) => set({ currency: next })}
          choices={Object.entries(terms.limits).map(([code, limit]) => ({
            value: code,
            label: `${code}, up to ${withGroups(limit)}`,
          }))}
          unchosen="Choose"
        />
        <DecimalField
          label="Amount"
          help={
            worked.limit === null
              ? 'In currency units, such as 1,250.50.'
              : `Up to ${withGroups(worked.limit)} ${currency}.`
          }
          {...field('amount')}
          onLeave={() => values.amount && leave('amount')}
          unit={currency}
          digits={digits}
          currency={currency || undefined}
        />
        <DecimalField
          label="Duration"
          help={`From 1 to ${countOf(terms.duration, 'month')}${terms.grace ? `, then ${terms.grace} of grace` : ''}.`}
          {...field('duration')}
          unit="months"
          digits={0}
        />
        <DecimalField
          label="Interest a month"
          help={terms.rate === null ? 'In percent.' : 'In percent; your usual rate stands there first.'}
          {...field('interest')}
          unit="%"
          digits={6}
          note={worked.rate !== null && `Sent as ${worked.rate}`}
        />
        <div className="sm:col-span-2 sm:max-w-[calc(50%-0.5rem)]">
          <DecimalField
            name="repayment"
            label="To repay"
            help="Suggested: amount × (1 + rate × months). It can be changed, but not below the amount."
            error={errorOf('repayment')}
            text={repayment}
            onText={(next) => set({ repayment: next })}
            onLeave={() => values.repayment !== null && leave('repayment')}
            unit={currency}
            digits={digits}
            currency={currency || undefined}
            note={<RepaymentNote loan={loan} />}
          />
          {values.repayment !== null && worked.suggestion !== null && (
            <button
              type="button"
              className="mt-1 text-accent-text text-table underline underline-offset-2 max-md:min-h-11"
              onClick={() => set({ repayment: null })}
            >
              Use the suggestion, {withGroups(worked.suggestion)}
            </button>
          )}
        </div>
        <div className="sm:col-span-2">
          <TextField
            label="Reason"
            help="What the loan is for, as it will stand in the loan itself. Optional."
            {...field('reason')}
            long
          />
          <label htmlFor="with-reference" className="mt-2 flex items-start gap-2 text-table">
            <Checkbox
              id="with-reference"
              checked={values.withReference}
              onChange={({ target }) =>
                set({ withReference: target.checked, ...(target.checked && { reference: newReference() }) })
              }
              className="mt-0.5"
            />
            <span>
              Add <span className="font-mono text-label">[ref {values.reference}]</span> to the reason
              <span className="block text-label text-muted">
                {values.withReference
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

function RepaymentNote({ loan }: { loan: NewLoan }) {
  const { worked, values } = loan;
  const { difference, suggestion } = worked;
  if (suggestion === null) return 'Suggested once amount, duration and interest are there.';
  if (difference === null) return values.repayment === null ? 'As suggested.' : 'The same as suggested.';
  const above = new Big(difference).gt(0);
  return `${withGroups(new Big(difference).abs().toFixed(minorDigits(values.currency)))} ${values.currency} ${above ? 'above' : 'below'} the suggestion.`;
}
