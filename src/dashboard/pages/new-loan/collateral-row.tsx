import Trash2 from 'lucide-react/icons/trash-2';
import { useFormContext } from 'react-hook-form';
import { DecimalField } from '#dashboard/forms/decimal-field.tsx';
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { shareText } from '#dashboard/lib/percent.ts';
import { formatSpan, readTimestamp } from '#dashboard/lib/times.ts';
import { Button, IconButton } from '#dashboard/ui/button.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { type CheckedLine, fillQuantity, valuedLines } from './checked-collateral.ts';
import { messageAt } from './field-errors.ts';
import type { JudgedForm } from './loan-schema.ts';
import { Sum } from './loan-summary.tsx';
import type { LoanValues } from './loan-values.ts';

export function CollateralRow(props: JudgedForm & { checked: CheckedLine; index: number }) {
  const { values, figures, terms, checked, index } = props;
  const { getValues, setValue, resetField, formState } = useFormContext<LoanValues>();
  const now = useNow();
  const { value, refusal, quantity } = checked;
  const { token } = checked.line;
  const name = token.symbol ?? token.name;
  const error = messageAt(formState.errors, `collateral.${index}.token`);
  const others = valuedLines(figures.lines.filter((each) => each !== checked));
  const fill =
    figures.amount !== null && token.price !== null && refusal === null
      ? fillQuantity(figures.amount, others, token.price, terms.ratio)
      : null;
  const total = figures.cover?.value;
  const share = value !== null && total ? shareText(value, total) : null;
  const removal = {
    icon: <Trash2 size={16} aria-hidden />,
    onClick() {
      const rest = getValues('collateral').toSpliced(index, 1);
      const touched = formState.touchedFields.collateral?.toSpliced(index, 1);
      resetField('collateral', { defaultValue: rest });
      // The lines behind it move up, and were left where they were left before.
      rest.forEach(({ quantity }, at) => {
        if (touched?.[at]) setValue(`collateral.${at}.quantity`, quantity, { shouldTouch: true });
      });
      requestAnimationFrame(() => focusField('collateral'));
    },
  };
  return (
    <li className="grid gap-x-4 gap-y-2 p-4 sm:grid-cols-[minmax(0,1fr)_13rem_auto]">
      <div className="min-w-0">
        <p
          data-field={`collateral.${index}.token`}
          tabIndex={-1}
          className="truncate font-medium"
          title={token.name}
        >
          {token.name}
        </p>
        <p className="text-label text-muted">{[token.symbol, token.category].filter(Boolean).join(' · ')}</p>
        <p className="tabular mt-1 text-table">
          {token.price === null
            ? `${token.isPriceNegative ? 'Negative' : 'No'} price`
            : `${withGroups(token.price)} ${token.currency}`}{' '}
          <span className="text-label text-muted">per unit, {ageText(token.priceAt, now)}</span>
        </p>
        {error && (
          <p role="alert" className="mt-1 text-danger text-table wrap-anywhere">
            {error}
          </p>
        )}
      </div>
      <div>
        <DecimalField
          name={`collateral.${index}.quantity`}
          label={`Quantity of ${name}`}
          unit="units"
          digits={8}
        />
        {fill !== null && fill !== quantity && (
          <button
            type="button"
            className="mt-1 text-left text-accent-text text-table underline underline-offset-2 max-md:min-h-11"
            onClick={() => setValue(`collateral.${index}.quantity`, withGroups(fill))}
          >
            Use minimum: {withGroups(fill)} units
          </button>
        )}
      </div>
      <div className="flex items-start justify-between gap-2 sm:flex-col sm:items-end">
        <IconButton {...removal} label={`Remove ${name}`} className="max-sm:hidden" />
        <Button {...removal} look="quiet" className="sm:hidden">
          Remove
        </Button>
        <p className="tabular text-right text-table">
          <Sum
            decimal={value}
            currency={values.currency}
            missing={refusal ? 'It can’t be pledged.' : 'Enter a quantity to see the value.'}
          />
          {share !== null && <span className="block text-label text-muted">{share} of collateral</span>}
        </p>
      </div>
    </li>
  );
}

/** How old a price is at most: the service says when a token was last changed. */
export function ageText(priceAt: string | null, now: number): string {
  const at = priceAt === null ? null : readTimestamp(priceAt);
  if (at === null) return 'price date unknown';
  return `price ${formatSpan(Math.max(0, now - at))} old`;
}
