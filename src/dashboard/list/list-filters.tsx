import type { Bounds } from '#dashboard/lib/bounds.ts';
import { FilterBar } from '#dashboard/table/filter-bar.tsx';
import type { Choice } from '#dashboard/table/filter-panel.tsx';
import { ChoiceChip, OneChip, RangeChip, TextChip } from './filter-chips.tsx';

/** What one chip narrows by: a text, any of several values, one value or none, or bounds. */
type Part = string | string[] | number | null | Bounds;

interface Chip<Name> {
  /** The part of the filter that it shows and changes. */
  name: Name;
  label: string;
  /** The values to choose from, unless the part is a text or bounds. */
  choices?: readonly Choice[];
  /** What several chosen values are called together: `late`. */
  summary?: string | undefined;
  /** What a chosen value is in the filter, where it isn't its text. */
  read?: (value: string) => Part;
  placeholder?: string;
  /** What a bound is called by, where it isn't its own figure. */
  format?: (bound: number) => string;
}

interface ListFiltersProps<Parts> {
  /** What is filtered: `Filter loans`. */
  label: string;
  filter: Parts;
  /** The filter that narrows nothing. */
  none: Parts;
  chips: readonly (Chip<string & keyof Parts> | false)[];
  onChange: (filter: Parts) => void;
}

/** The filters of a list as data: a chip for each part of the filter. */
export function ListFilters<Parts extends { [Name in keyof Parts]: Part }>(props: ListFiltersProps<Parts>) {
  const { label, filter, none, chips, onChange } = props;
  return (
    <FilterBar label={label} count={countFilters(filter)} onClear={() => onChange(none)}>
      {chips.map(
        (chip) =>
          chip && (
            <PartChip
              key={chip.name}
              {...chip}
              part={filter[chip.name]}
              onChange={(part) => onChange({ ...filter, [chip.name]: part })}
            />
          ),
      )}
    </FilterBar>
  );
}

/** How many parts of a filter narrow something. */
export function countFilters<Parts extends { [Name in keyof Parts]: Part }>(filter: Parts): number {
  return Object.values<Part>(filter).filter((part) => {
    if (part === null || typeof part === 'number') return part !== null;
    return isBounds(part) ? part.from !== null || part.to !== null : part.length > 0;
  }).length;
}

interface PartChipProps extends Chip<string> {
  part: Part;
  onChange: (part: Part) => void;
}

function PartChip({ name, part, choices, summary, read = String, onChange, ...rest }: PartChipProps) {
  if (isBounds(part)) return <RangeChip {...rest} bounds={part} onChange={onChange} />;
  if (!choices) return <TextChip {...rest} text={String(part ?? '')} onChange={onChange} />;
  const { label } = rest;
  if (Array.isArray(part)) return <ChoiceChip {...{ label, choices, summary, onChange }} chosen={part} />;
  return (
    <OneChip
      {...{ label, choices }}
      chosen={part === null ? null : String(part)}
      onChange={(value) => onChange(value === null ? null : read(value))}
    />
  );
}

function isBounds(part: Part): part is Bounds {
  return typeof part === 'object' && part !== null && 'from' in part;
}

/** The values that rows were seen to have, in the order in which they were seen, with how many have each. */
export function seenValues<Row>(
  rows: Iterable<Row>,
  valuesOf: (row: Row) => readonly (string | undefined | null)[],
): (Choice & { count: number })[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const value of valuesOf(row)) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Array.from(counts, ([value, count]) => ({ value, label: value, count }));
}
