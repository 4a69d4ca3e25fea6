import { useState } from 'react';
import { MAX_COLLATERAL_LINES } from '#contract/loans.ts';
import { type Pledgeable, usePledgeable } from '#dashboard/api/tokens/pledgeable.ts';
import { SearchField } from '#dashboard/forms/search-field.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { useDebounced } from '#dashboard/lib/use-debounced.ts';

interface FindTokenProps {
  isSaving: boolean;
  currency: string;
  taken: readonly string[];
  onPick: (token: Pledgeable) => void;
}

/** Finds a token to add to the collateral of a loan. */
export function FindToken({ isSaving, currency, taken, onPick }: FindTokenProps) {
  const [text, setText] = useState('');
  const { data, lookup } = usePledgeable(useDebounced(text, 200), text);
  const items = (lookup.isDone ? (data?.tokens ?? []) : []).filter(
    (token) => token.currency === currency && !taken.includes(token.id),
  );
  return (
    <SearchField<Pledgeable>
      name="token"
      label="Add a token"
      help={`By name or symbol, priced in ${clip(currency, 20)}.`}
      error={undefined}
      placeholder="Name or symbol"
      disabled={isSaving || taken.length >= MAX_COLLATERAL_LINES}
      text={text}
      onText={setText}
      items={items}
      keyOf={({ id }) => id}
      labelOf={({ name }) => name}
      row={({ name, symbol, price }) => (
        <span className="flex justify-between gap-3">
          <span className="truncate">{[name, symbol].filter(Boolean).join(' · ')}</span>
          {price !== null && <span className="tabular text-muted">{withGroups(price)}</span>}
        </span>
      )}
      onPick={(token) => {
        setText('');
        onPick(token);
      }}
      lookup={lookup}
      status={
        items.length === 0 &&
        (data?.more ? `${formatCount(data.more)}+ more. Keep typing to narrow down.` : 'No matching token')
      }
    />
  );
}
