import Plus from 'lucide-react/icons/plus';
import { useMemo } from 'react';
import { INVESTMENT_TYPES } from '#contract/tokens.ts';
import {
  CHOICE_FIELDS,
  fieldOf,
  NUMBER_FIELDS,
  type TokenRow,
  withUnit,
} from '#dashboard/api/tokens/token-fields.ts';
import {
  CLASSIFIED,
  countTokenFilters,
  NO_FILTER,
  type TokenFilter,
} from '#dashboard/api/tokens/token-filter.ts';
import { type Bounds, NO_BOUNDS } from '#dashboard/lib/bounds.ts';
import { ChoiceChip, OneChip, rangeWords } from '#dashboard/list/filter-chips.tsx';
import { seenValues } from '#dashboard/list/list-filters.tsx';
import { RestingSearch } from '#dashboard/list/list-search.tsx';
import { FilterBar, FilterChip } from '#dashboard/table/filter-bar.tsx';
import type { Choice } from '#dashboard/table/filter-panel.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';

/** Offered at once; the other fields of few values only if one of theirs is chosen. */
const OFFERED = ['investment_category', 'investment_type', 'currency', 'payout_frequency'];

const FLAGS = [
  { name: 'private', label: 'Private', yes: 'Private', no: 'Not private' },
  { name: 'primary_raise', label: 'Market', yes: 'Primary raise', no: 'Secondary trading' },
  { name: 'completed_raise', label: 'Raise', yes: 'Fully raised', no: 'Not fully raised' },
] as const;

const RangePanel = lazyPart(() => import('./range-panel.tsx').then((module) => module.RangePanel));

/** What the list is narrowed by: text, values, and ranges over any figure. */
export function TokenFilters(props: {
  filter: TokenFilter;
  /** The tokens that have been loaded: choices are values that were seen. */
  rows: readonly TokenRow[];
  /** Another filter; `replace` takes the place of the present one in the history. */
  onChange: (filter: TokenFilter, replace?: boolean) => void;
  /** Loads the values that only a search carries. */
  loadChoices: () => void;
}) {
  const { filter, rows, onChange, loadChoices } = props;
  const choices = useMemo(() => choicesOf(rows), [rows]);
  const chosenBesides = CHOICE_FIELDS.filter(({ id }) => filter.choices[id] && !OFFERED.includes(id));
  const setRange = (id: string, bounds: Bounds) =>
    onChange({ ...filter, ranges: { ...filter.ranges, [id]: bounds } });
  return (
    <>
      <RestingSearch
        label="Search tokens by name or symbol"
        placeholder="Name or symbol"
        text={filter.text}
        onChange={(text) => onChange({ ...filter, text }, filter.text !== '' && text !== '')}
      />
      {/* The chips have a line of their own: whether they fit next to the search would depend on the font. */}
      <span className="basis-full max-md:hidden" />
      <FilterBar
        label="Filter tokens"
        count={countTokenFilters({ ...filter, text: '' })}
        // What is searched for is not one of them.
        onClear={() => onChange({ ...NO_FILTER, status: filter.status, text: filter.text })}
      >
        {[...OFFERED.map(fieldOf), ...chosenBesides].map(({ id, label }) => (
          <ChoiceChip
            key={id}
            label={label}
            choices={choices.get(id) ?? []}
            chosen={filter.choices[id] ?? []}
            onOpen={CLASSIFIED.has(id) ? loadChoices : undefined}
            onChange={(chosen) => onChange({ ...filter, choices: { ...filter.choices, [id]: chosen } })}
          />
        ))}
        {FLAGS.map(({ name, label, yes, no }) => (
          <OneChip
            key={name}
            label={label}
            choices={[
              { value: 'true', label: yes },
              { value: 'false', label: no },
            ]}
            chosen={filter[name] === null ? null : String(filter[name])}
            onChange={(value) => onChange({ ...filter, [name]: value === null ? null : value === 'true' })}
          />
        ))}
        {NUMBER_FIELDS.filter(({ id }) => filter.ranges[id]).map((field) => (
          <FilterChip
            key={field.id}
            label={field.label}
            summary={rangeWords(filter.ranges[field.id] as Bounds, (bound) =>
              withUnit(bound, field.kind === 'share' ? '%' : field.unit),
            )}
            onClear={() => setRange(field.id, NO_BOUNDS)}
            prepare={RangePanel.approach}
            panel={(close) => (
              <RangePanel only={field.id} ranges={filter.ranges} onChange={setRange} close={close} />
            )}
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

/** The values that tokens were seen to have, by field, the most frequent first. */
function choicesOf(rows: readonly TokenRow[]): Map<string, Choice[]> {
  return new Map(
    CHOICE_FIELDS.map(({ id, read }) => {
      // Longer values, or more of them, are no categories.
      const short = (text: string) => (text.length <= 200 ? [text] : []);
      const seen = seenValues(rows, (token) => short(String(read(token) ?? '')))
        .slice(0, 200)
        .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
      return [id, id === 'investment_type' ? typesOf(seen) : seen] as const;
    }),
  );
}

const TYPE_LABELS: Record<(typeof INVESTMENT_TYPES)[number], string> = {
  safe: 'SAFE',
  equity: 'Equity',
  debt: 'Debt',
  'fixed interest': 'Fixed Interest',
};

/** The types that the service can be asked for, whether or not a token of each is loaded, then any others. */
function typesOf(seen: readonly Choice[]): Choice[] {
  const known = INVESTMENT_TYPES.map((value): Choice => {
    const found = seen.find((choice) => choice.value.toLowerCase() === value);
    return { label: TYPE_LABELS[value], ...found, value };
  });
  return [...known, ...seen.filter(({ value }) => !known.some((type) => type.value === value.toLowerCase()))];
}
