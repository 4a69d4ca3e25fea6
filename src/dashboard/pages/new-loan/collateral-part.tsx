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
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { SearchField } from '#dashboard/forms/search-field.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { useDebounced } from '#dashboard/lib/use-debounced.ts';
import { Panel } from '#dashboard/ui/panel.tsx';
import { tokenRefusal } from './checked-collateral.ts';
import { ageText, CollateralRow } from './collateral-row.tsx';
import { messageAt } from './field-errors.ts';
import type { JudgedForm } from './loan-schema.ts';
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
