import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { MAX_COLLATERAL_LINES } from '#contract/loans.ts';
import {
  MOST_FOUND,
  type Pledgeable,
  pledgeableFor,
  useListedPledgeable,
  usePledgeable,
} from '#dashboard/api/tokens/pledgeable.ts';
import { DecimalField } from '#dashboard/forms/decimal-field.tsx';
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { SearchField } from '#dashboard/forms/search-field.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { shareText } from '#dashboard/lib/percent.ts';
import { formatSpan, readTimestamp } from '#dashboard/lib/times.ts';
import { useDebounced } from '#dashboard/lib/use-debounced.ts';
import { Button, IconButton } from '#dashboard/ui/button.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { type CheckedLine, fillQuantity, tokenRefusal, valuedLines } from './checked-collateral.ts';
import { messageAt } from './field-errors.ts';
import type { JudgedForm } from './loan-schema.ts';
import { Sum } from './loan-summary.tsx';
import type { LoanValues } from './loan-values.ts';

/** What the loan is covered with: tokens of accepted categories, in the loan's currency. */
export function CollateralPart(form: JudgedForm) {
  const { lines } = form.figures;
  return (
    <Panel
      title="Collateral"
      aside={
        <span className="tabular text-label text-muted">{`${lines.length} of ${MAX_COLLATERAL_LINES} lines`}</span>
      }
    >
      <div className="p-4">
        <FindToken {...form} />
      </div>
      <ul className="divide-y divide-hairline border-hairline border-t empty:hidden">
        {lines.map((checked, index) => {
          const { id } = checked.line.token;
          // A token may be listed twice until that is put right.
          const before = lines.slice(0, index).filter(({ line }) => line.token.id === id).length;
          return <CollateralRow key={`${id} ${before}`} {...form} {...{ checked, index }} />;
        })}
      </ul>
    </Panel>
  );
}

function FindToken({ values: { currency, collateral }, terms }: JudgedForm) {
  const { setValue, formState } = useFormContext<LoanValues>();
  const [text, setText] = useState('');
  const [told, setTold] = useState<string | null>(null);
  const { data, lookup } = usePledgeable(useDebounced(text, 200), text);
  const listed = useListedPledgeable(currency !== '');
  const refusalOf = (token: Pledgeable): string | null => {
    const line = collateral.findIndex((one) => one.token.id === token.id);
    if (line >= 0) return `is already on line ${line + 1}: enter the whole quantity there`;
    if (collateral.length < MAX_COLLATERAL_LINES) return tokenRefusal(token, currency, terms.categories);
    return `would be line ${MAX_COLLATERAL_LINES + 1}; the maximum is ${MAX_COLLATERAL_LINES}`;
  };
  const isEligible = (token: Pledgeable) => refusalOf(token) === null;
  const isBlank = text.trim() === '';
  // Matches of a shorter text stay while the longer one is searched for, if they fit that, too.
  const found = isBlank
    ? listed.tokens.filter(isEligible)
    : pledgeableFor(text, [...listed.tokens, ...(data?.tokens ?? [])], isEligible);
  const pick = (token: Pledgeable) => {
    const refusal = refusalOf(token);
    if (refusal !== null) return setTold(`${token.name} ${refusal}.`);
    setTold(null);
    setText('');
    setValue('collateral', [...collateral, { token, quantity: '', missing: false }]);
    requestAnimationFrame(() => focusField(`collateral.${collateral.length}.quantity`));
  };
  return (
    <>
      <SearchField<Pledgeable>
        name="collateral"
        label="Add a token"
        help={
          currency === ''
            ? 'Choose a currency first. Collateral must be in the same currency.'
            : `Eligible: ${terms.categories.join(', ')}, in ${currency}.`
        }
        error={messageAt(formState.errors, 'collateral')}
        placeholder="Name, symbol or category"
        disabled={currency === ''}
        text={text}
        onText={(next) => {
          setText(next);
          setTold(null);
        }}
        items={found.slice(0, MOST_FOUND)}
        keyOf={({ id }) => id}
        labelOf={({ name }) => name}
        row={(token) => <TokenRow token={token} refusal={refusalOf(token)} />}
        onPick={pick}
        lookup={isBlank ? undefined : lookup}
        status={
          isBlank
            ? `${formatCount(found.length)}${listed.isWhole ? '' : '+'} eligible ${found.length === 1 ? 'token' : 'tokens'}`
            : statusOf(data?.more ?? 0, found.length)
        }
      />
      <p role="status" className="mt-1.5 text-table text-warning empty:hidden">
        {told}
      </p>
    </>
  );
}

/** What is said above the `count` tokens that fit. */
function statusOf(beyond: number, count: number): string | null {
  if (count === 0) return 'No matching tokens';
  const more = Math.max(beyond, count - MOST_FOUND);
  return more > 0 ? `${formatCount(more)}+ more. Keep typing to narrow down.` : null;
}

function TokenRow({ token, refusal }: { token: Pledgeable; refusal: string | null }) {
  const { name, symbol, currency, category, price, priceAt } = token;
  return (
    <span className="block min-w-0">
      <span className="flex items-baseline justify-between gap-3">
        <span className={`min-w-0 truncate font-medium ${refusal === null ? '' : 'text-muted'}`}>
          {name} <span className="font-normal text-muted">{symbol}</span>
        </span>
        <span className="tabular shrink-0">
          {price === null ? 'no valid price' : withGroups(price)}{' '}
          <span className="text-muted">{currency}</span>
        </span>
      </span>
      <span className={`block text-label ${refusal === null ? 'text-muted' : 'text-warning'}`}>
        {refusal === null
          ? `${category} · ${ageText(priceAt, Date.now())}`
          : `Not eligible: ${refusal.replace(/^is /, '')}`}
      </span>
    </span>
  );
}

function CollateralRow(props: JudgedForm & { checked: CheckedLine; index: number }) {
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
function ageText(priceAt: string | null, now: number): string {
  const at = priceAt === null ? null : readTimestamp(priceAt);
  if (at === null) return 'price date unknown';
  return `price ${formatSpan(Math.max(0, now - at))} old`;
}
