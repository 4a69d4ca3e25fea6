import type { ReactNode } from 'react';
import { isBounded } from '#dashboard/lib/bounds.ts';
import { FilterBar } from '#dashboard/table/filter-bar.tsx';
import type { Choice } from '#dashboard/table/filter-panel.tsx';
import { type Chip, isBounds, type Part, PartChip } from './filter-chips.tsx';
import { RestingSearch } from './list-search.tsx';

interface ListFiltersProps<Parts> {
  label: string;
  filter: Parts;
  none: Parts;
  /** The list's search, for the part of the filter that is looked for by typing. */
  search?: {
    name: string & keyof Parts;
    label: string;
    placeholder: string;
    /** It is one of the chips instead, as what was chosen is known by another name. */
    isChip?: boolean;
  };
  chips: readonly (Chip<string & keyof Parts> | false)[];
  onChange: (filter: Parts) => void;
  children?: ReactNode;
}

/** The search and the filters of a list as data: a chip for each part of the filter. */
export function ListFilters<Parts extends { [Name in keyof Parts]: Part }>(props: ListFiltersProps<Parts>) {
  const { label, filter, none, search, chips, onChange, children } = props;
  const set = (name: string, part: Part) => onChange({ ...filter, [name]: part });
  const typed = search && !search.isChip ? search.name : null;
  const filters = typed ? { ...filter, [typed]: null } : filter;
  const bar = (
    <FilterBar
      label={label}
      count={countFilters(filters)}
      // What is searched for is not one of them.
      onClear={() => onChange(typed ? { ...none, [typed]: filter[typed] } : none)}
    >
      {chips.map((chip) => {
        if (!chip) return null;
        const { name, ...rest } = chip;
        return <PartChip key={name} {...rest} part={filter[name]} onChange={(part) => set(name, part)} />;
      })}
    </FilterBar>
  );
  if (!search) return bar;
  const { name, isChip, ...words } = search;
  return (
    // The chips have a line of their own: whether they fit next to the search would depend on the font.
    <div className="flex min-w-0 flex-1 basis-full flex-wrap items-center justify-between gap-2">
      <RestingSearch
        {...words}
        text={isChip ? '' : String(filter[name] ?? '')}
        onChange={(text) => set(name, text)}
      />
      {/* On a phone the search fills the line. */}
      <div className="max-md:order-1">{children}</div>
      <div className="min-w-0 md:basis-full">{bar}</div>
    </div>
  );
}

/** How many parts of a filter narrow something. */
export function countFilters<Parts extends { [Name in keyof Parts]: Part }>(filter: Parts): number {
  return Object.values<Part>(filter).filter((part) => {
    if (isBounds(part)) return isBounded(part);
    return typeof part === 'number' || (part ?? '').length > 0;
  }).length;
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
