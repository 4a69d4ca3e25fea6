import { Big } from 'big.js';
import { Trash2 } from 'lucide-react';
import { minorDigits } from '#contract/money.ts';
import { DecimalField } from '#dashboard/forms/decimal-field.tsx';
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { Button, IconButton } from '#dashboard/ui/button.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { cutTo, fillQuantity, percentText } from './cover.ts';
import type { WorkedLine } from './judge-line.ts';
import { ageText } from './price-age.ts';
import type { NewLoan } from './use-new-loan.ts';

interface CollateralRowProps {
  loan: NewLoan;
  worked: WorkedLine;
  index: number;
}

/** One line of collateral: the token, how much of it, and what that is worth. */
export function CollateralRow({ loan, worked, index }: CollateralRowProps) {
  const { values, set, leave, errorOf, worked: all, terms } = loan;
  const { token } = worked.line;
  const now = useNow();
  const tokenError = errorOf(`collateral.${index}.token`);
  const setQuantity = (quantity: string) =>
    set({ collateral: values.collateral.map((line, at) => (at === index ? { ...line, quantity } : line)) });
  const others = all.lines.flatMap(({ quantity, line }, at) =>
    at !== index && quantity !== null && line.token.price !== null
      ? [{ quantity, price: line.token.price }]
      : [],
  );
  const fill =
    all.amount !== null && token.price !== null && worked.refusal === null
      ? fillQuantity(all.amount, others, token.price, terms.ratio)
      : null;
  const total = all.cover?.value;
  const share =
    worked.value !== null && total && new Big(total).gt(0)
      ? new Big(worked.value).div(total).toNumber()
      : null;
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
          {token.price === null ? 'No price' : `${withGroups(token.price)} ${token.currency ?? ''}`}{' '}
          <span className="text-label text-muted">a unit, {ageText(token.priceAt, now)}</span>
        </p>
        {tokenError && (
          <p role="alert" className="mt-1 text-danger text-table wrap-anywhere">
            {tokenError}
          </p>
        )}
      </div>
      <div>
        <DecimalField
          name={`collateral.${index}.quantity`}
          label={`Quantity of ${token.symbol ?? token.name}`}
          error={errorOf(`collateral.${index}.quantity`)}
          text={worked.line.quantity}
          onText={setQuantity}
          onLeave={() => worked.line.quantity && leave(`collateral.${index}.quantity`)}
          unit="units"
          digits={8}
        />
        {fill !== null && fill !== worked.quantity && (
          <button
            type="button"
            className="mt-1 text-left text-accent-text text-table underline underline-offset-2 max-md:min-h-11"
            onClick={() => setQuantity(withGroups(fill))}
          >
            Fill to reach the limit: {withGroups(fill)}
          </button>
        )}
      </div>
      <div className="flex items-start justify-between gap-2 sm:flex-col sm:items-end">
        <Remove loan={loan} index={index} name={token.symbol ?? token.name} />
        <p className="tabular text-right text-table">
          {worked.value === null ? (
            <span className="text-muted">Value not known yet</span>
          ) : (
            <>
              {withGroups(cutTo(worked.value, minorDigits(values.currency), 'down'))}{' '}
              <span className="text-muted">{values.currency}</span>
            </>
          )}
          {share !== null && <span className="block text-label text-muted">{percentText(share)} of all</span>}
        </p>
      </div>
    </li>
  );
}

function Remove({ loan, index, name }: { loan: NewLoan; index: number; name: string }) {
  const remove = () => {
    loan.set({ collateral: loan.values.collateral.filter((_, at) => at !== index) });
    requestAnimationFrame(() => focusField('collateral'));
  };
  return (
    <>
      <IconButton
        label={`Remove ${name}`}
        icon={<Trash2 size={16} aria-hidden />}
        onClick={remove}
        className="max-sm:hidden"
      />
      <Button look="quiet" icon={<Trash2 size={16} aria-hidden />} onClick={remove} className="sm:hidden">
        Remove
      </Button>
    </>
  );
}
