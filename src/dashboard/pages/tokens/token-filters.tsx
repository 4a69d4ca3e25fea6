import { Plus, X } from 'lucide-react';
import { useMemo } from 'react';
import { INVESTMENT_TYPES } from '#contract/tokens.ts';
import {
  CHOICE_FIELDS,
  NUMBER_FIELDS,
  type TokenField,
  type TokenRow,
} from '#dashboard/api/tokens/token-fields.ts';
import {
  CLASSIFIED,
  countTokenFilters,
  NO_FILTER,
  type TokenFilter,
} from '#dashboard/api/tokens/token-filter.ts';
import { withUnit } from '#dashboard/api/tokens/token-units.ts';
import type { Bounds } from '#dashboard/lib/bounds.ts';
import { ChoiceChip, OneChip } from '#dashboard/list/filter-chips.tsx';
import type { Choice } from '#dashboard/table/filter.ts';
import { FilterBar } from '#dashboard/table/filter-bar.tsx';
import { IconButton } from '#dashboard/ui/button.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import { SearchField } from './search-field.tsx';

interface TokenFiltersProps {
  filter: TokenFilter;
  /** The tokens that have been loaded: choices are values that were seen. */
  rows: readonly TokenRow[];
  /** Another filter; `replace` takes the place of the present one in the history. */
  onChange: (filter: TokenFilter, replace?: boolean) => void;
  /** Loads the values that only a search carries. */
  loadChoices: () => void;
}

/** Offered at once; the other fields of few values only if one of theirs is chosen. */
const OFFERED = ['investment_category', 'investment_type', 'currency', 'payout_frequency'];

/** A field with more different values than this has no categories. */
const MOST_VALUES = 200;

const RangePanel = lazyPart(() => import('./range-panel.tsx').then((module) => module.RangePanel));

/** What the list is narrowed by: text, values, and ranges over any figure. */
export function TokenFilters({ filter, rows, onChange, loadChoices }: TokenFiltersProps) {
  const choices = useMemo(() => choicesOf(rows), [rows]);
  const setRange = (id: string, bounds: Bounds | null) => {
    const { [id]: _, ...others } = filter.ranges;
    onChange({ ...filter, ranges: bounds ? { ...others, [id]: bounds } : others });
  };
  const flag = (
    name: 'private' | 'primary_raise' | 'completed_raise',
    label: string,
    yes: string,
    no: string,
  ) => (
    <OneChip
      label={label}
      choices={[
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]}
      chosen={filter[name] === null ? null : String(filter[name])}
      onChange={(value) => onChange({ ...filter, [name]: value === null ? null : value === 'true' })}
    />
  );
  return (
    <>
      <SearchField
        label="Search tokens by name or symbol"
        placeholder="Name or symbol"
        text={filter.text}
        onChange={(text) => onChange({ ...filter, text }, filter.text !== '' && text !== '')}
      />
      {/* The chips have a line of their own: whether they fit next to the search would depend on the font. */}
      <span className="basis-full max-md:hidden" />
      <FilterBar
        label="Filter tokens"
        count={countTokenFilters(filter)}
        onClear={() => onChange({ ...NO_FILTER, status: filter.status })}
      >
        {CHOICE_FIELDS.filter(({ id }) => OFFERED.includes(id) || filter.choices[id])
          .sort((a, b) => placeOf(a) - placeOf(b))
          .map(({ id, label }) => (
            <ChoiceChip
              key={id}
              label={label}
              choices={choices.get(id) ?? []}
              chosen={filter.choices[id] ?? []}
              onOpen={CLASSIFIED.has(id) ? loadChoices : undefined}
              onChange={(chosen) => onChange({ ...filter, choices: { ...filter.choices, [id]: chosen } })}
            />
          ))}
        {flag('private', 'Private', 'Private', 'Not private')}
        {flag('primary_raise', 'Market', 'Primary raise', 'Secondary trading')}
        {flag('completed_raise', 'Raise', 'Fully raised', 'Not fully raised')}
        {NUMBER_FIELDS.filter(({ id }) => filter.ranges[id]).map((field) => (
          <RangeChip
            key={field.id}
            field={field}
            bounds={filter.ranges[field.id] as Bounds}
            onChange={(bounds) => setRange(field.id, bounds)}
          />
        ))}
        <PopoverButton
          label="Add a range"
          className="inline-flex h-8 max-md:h-11 items-center gap-1.5 rounded-control border border-border border-dashed px-2.5 text-soft hover:bg-hover"
          prepare={RangePanel.approach}
          panel={(close) => <RangePanel ranges={filter.ranges} onChange={setRange} close={close} />}
        >
          <Plus size={14} aria-hidden />
          Range
        </PopoverButton>
      </FilterBar>
    </>
  );
}

function placeOf({ id }: TokenField): number {
  const place = OFFERED.indexOf(id);
  return place < 0 ? OFFERED.length : place;
}

interface RangeChipProps {
  field: TokenField;
  bounds: Bounds;
  onChange: (bounds: Bounds | null) => void;
}

/** A range that narrows: says so, and opens to be changed. */
function RangeChip({ field, bounds, onChange }: RangeChipProps) {
  return (
    <span className="inline-flex max-w-full items-center rounded-control border border-border bg-accent-soft">
      <PopoverButton
        label={field.label}
        className="inline-flex h-8 max-md:h-11 min-w-0 items-center gap-1.5 rounded-control px-2.5 hover:bg-hover"
        prepare={RangePanel.approach}
        panel={(close) => (
          <RangePanel
            only={field.id}
            ranges={{ [field.id]: bounds }}
            onChange={(_, next) => onChange(next)}
            close={close}
          />
        )}
      >
        <span className="truncate">
          {field.label}: <span className="font-medium text-accent-text">{rangeWords(field, bounds)}</span>
        </span>
      </PopoverButton>
      <IconButton
        label={`Clear ${field.label}`}
        icon={<X size={14} aria-hidden />}
        onClick={() => onChange(null)}
        className="mr-0.5 size-7"
      />
    </span>
  );
}

/** A range in few words: `5% to 10%`. */
export function rangeWords({ kind, unit }: TokenField, { from, to }: Bounds): string {
  const words = (bound: number) => withUnit(bound, kind === 'share' ? '%' : unit);
  if (from !== null && to !== null) return `${words(from)} to ${words(to)}`;
  return from !== null ? `from ${words(from)}` : `up to ${words(to ?? 0)}`;
}

/** The values that tokens were seen to have, by field, the most frequent first. */
function choicesOf(rows: readonly TokenRow[]): Map<string, Choice[]> {
  return new Map(
    CHOICE_FIELDS.map(({ id, read }) => {
      const counts = new Map<string, number>();
      for (const token of rows) {
        const value = read(token);
        if (value === undefined || value === null || value === '') continue;
        const text = String(value);
        const count = counts.get(text);
        if (text.length <= 200 && (count !== undefined || counts.size < MOST_VALUES))
          counts.set(text, (count ?? 0) + 1);
      }
      const sorted = [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
      const seen = sorted.map(([value, count]) => ({ value, label: value, count }));
      return [id, id === 'investment_type' ? typesOf(seen) : seen] as const;
    }),
  );
}

/** The types that the service can be asked for, whether or not a token of each is loaded, then any others. */
function typesOf(seen: readonly Choice[]): Choice[] {
  const known = INVESTMENT_TYPES.map((value): Choice => {
    const found = seen.find((choice) => choice.value.toLowerCase() === value);
    return { ...(found ?? { label: value }), value };
  });
  return [...known, ...seen.filter(({ value }) => !known.some((type) => type.value === value.toLowerCase()))];
}
