import { Plus, X } from 'lucide-react';
import { useMemo } from 'react';
import { countConditions, NO_SCREEN, type Screen } from '#dashboard/api/tokens/screen.ts';
import {
  CHOICE_FIELDS,
  fieldOf,
  NUMBER_FIELDS,
  type TokenField,
  type TokenRow,
} from '#dashboard/api/tokens/token-fields.ts';
import type { Bounds } from '#dashboard/lib/bounds.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { ChoiceChip } from '#dashboard/list/filter-chips.tsx';
import type { Choice } from '#dashboard/table/filter.ts';
import { FilterBar } from '#dashboard/table/filter-bar.tsx';
import { IconButton } from '#dashboard/ui/button.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';

interface ScreenFiltersProps {
  screen: Screen;
  /** The tokens that have been loaded: choices are values that were seen. */
  rows: readonly TokenRow[];
  onChange: (screen: Screen, replace?: boolean) => void;
}

/** Offered at once; the other fields of few values only where one of them is chosen. */
const OFFERED = [
  'investment_category',
  'investment_type',
  'currency',
  'type',
  'payout_frequency',
  'secondaries',
  'completed_raise',
  'exited',
  'cancelled',
];

/** A field with more different values than this has no categories. */
const MOST_VALUES = 200;

const RangePanel = lazyPart(() => import('./range-panel.tsx').then((module) => module.RangePanel));

/** What all tokens are narrowed by: text, values, and ranges over any figure. */
export function ScreenFilters({ screen, rows, onChange }: ScreenFiltersProps) {
  const choices = useMemo(() => choicesOf(rows), [rows]);
  const setRange = (id: string, bounds: Bounds | null) => {
    const { [id]: _, ...others } = screen.ranges;
    onChange({ ...screen, ranges: bounds ? { ...others, [id]: bounds } : others });
  };
  return (
    <FilterBar label="Screen tokens" count={countConditions(screen)} onClear={() => onChange(NO_SCREEN)}>
      {CHOICE_FIELDS.filter(({ id }) => OFFERED.includes(id) || screen.choices[id])
        .sort((a, b) => placeOf(a) - placeOf(b))
        .map((field) => (
          <ChoiceChip
            key={field.id}
            label={field.label}
            choices={choices.get(field.id) ?? []}
            chosen={screen.choices[field.id] ?? []}
            onChange={(chosen) => onChange({ ...screen, choices: { ...screen.choices, [field.id]: chosen } })}
          />
        ))}
      {NUMBER_FIELDS.filter(({ id }) => screen.ranges[id]).map((field) => (
        <RangeChip
          key={field.id}
          field={field}
          bounds={screen.ranges[field.id] as Bounds}
          onChange={(bounds) => setRange(field.id, bounds)}
        />
      ))}
      <PopoverButton
        label="Add a range"
        className="inline-flex h-8 max-md:h-11 items-center gap-1.5 rounded-control border border-border border-dashed px-2.5 text-soft hover:bg-hover"
        prepare={RangePanel.preload}
        panel={(close) => <RangePanel ranges={screen.ranges} onChange={setRange} close={close} />}
      >
        <Plus size={14} aria-hidden />
        Range
      </PopoverButton>
    </FilterBar>
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
        prepare={RangePanel.preload}
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
export function rangeWords({ kind }: TokenField, { from, to }: Bounds): string {
  const words = (bound: number) => `${formatCount(bound).replace('-', '−')}${kind === 'share' ? '%' : ''}`;
  if (from !== null && to !== null) return `${words(from)} to ${words(to)}`;
  return from !== null ? `from ${words(from)}` : `up to ${words(to ?? 0)}`;
}

/** The values that tokens were seen to have, by field, the most frequent first. */
function choicesOf(rows: readonly TokenRow[]): Map<string, Choice[]> {
  return new Map(
    CHOICE_FIELDS.map(({ id }) => {
      const { read, kind } = fieldOf(id);
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
      const labelOf = (text: string) => (kind === 'flag' ? (text === 'true' ? 'Yes' : 'No') : text);
      return [id, sorted.map(([value, count]) => ({ value, label: labelOf(value), count }))] as const;
    }),
  );
}
