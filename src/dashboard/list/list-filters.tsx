import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { assigneesQuery } from '#dashboard/api/follow-ups/assignees.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import type { Bounds } from '#dashboard/lib/bounds.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { FilterBar } from '#dashboard/table/filter-bar.tsx';
import type { Choice } from '#dashboard/table/filter-panel.tsx';
import { ChoiceChip, DaysChip, OneChip, RangeChip, TextChip } from './filter-chips.tsx';
import { RestingSearch } from './list-search.tsx';
import { MemberChip } from './member-chip.tsx';

/** What one chip narrows by: a text, any of several values, one value or none, or bounds. */
type Part = string | string[] | number | null | undefined | Bounds;

type Person = { id: string; name: string };

interface Chip<Name> {
  name: Name;
  label: string;
  /** The values to choose from, unless the part is a text or bounds. */
  choices?: readonly Choice[];
  /** The people of the loaded rows, where it narrows to what one person did: they may have been disabled since. */
  people?: readonly Person[];
  /** It narrows to two days and those between, as an address has them. */
  isDays?: boolean;
  /** What several chosen values are called together: `late`. */
  summary?: string | undefined;
  /** What a chosen value, or a text, is in the filter, where it isn't itself. */
  read?: (value: string) => Part;
  placeholder?: string;
  /** It is a member, by the ID in requests alone, or by their own, too. */
  member?: 'by both' | 'in requests';
  /** Bounds are of shares, typed and shown in percent. */
  isShare?: boolean;
}

interface ListFiltersProps<Parts> {
  /** What is filtered: `Filter loans`. */
  label: string;
  filter: Parts;
  none: Parts;
  /** The list's search, for the part of the filter that is looked for by typing. */
  search?: { name: string & keyof Parts; label: string; placeholder: string };
  chips: readonly (Chip<string & keyof Parts> | false)[];
  onChange: (filter: Parts) => void;
  /** What else there is for the list, next to its search. */
  children?: ReactNode;
}

/** The search and the filters of a list as data: a chip for each part of the filter. */
export function ListFilters<Parts extends { [Name in keyof Parts]: Part }>(props: ListFiltersProps<Parts>) {
  const { label, filter, none, search, chips, onChange, children } = props;
  const set = (name: string, part: Part) => onChange({ ...filter, [name]: part });
  const filters = search ? { ...filter, [search.name]: null } : filter;
  const bar = (
    <FilterBar
      label={label}
      count={countFilters(filters)}
      // What is searched for is not one of them.
      onClear={() => onChange(search ? { ...none, [search.name]: filter[search.name] } : none)}
    >
      {chips.map(
        (chip) =>
          chip && (
            <PartChip
              key={chip.name}
              {...chip}
              part={filter[chip.name]}
              onChange={(part) => set(chip.name, part)}
            />
          ),
      )}
    </FilterBar>
  );
  if (!search) return bar;
  const { name, ...words } = search;
  return (
    // The chips have a line of their own: whether they fit next to the search would depend on the font.
    <div className="flex min-w-0 flex-1 basis-full flex-wrap items-center justify-between gap-2">
      <RestingSearch {...words} text={String(filter[name] ?? '')} onChange={(text) => set(name, text)} />
      {/* On a phone the search fills the line. */}
      <div className="max-md:order-1">{children}</div>
      <div className="min-w-0 md:basis-full">{bar}</div>
    </div>
  );
}

/** How many parts of a filter narrow something. */
export function countFilters<Parts extends { [Name in keyof Parts]: Part }>(filter: Parts): number {
  return Object.values<Part>(filter).filter((part) => {
    if (isBounds(part)) return part.from !== null || part.to !== null;
    return typeof part === 'number' || (part ?? '').length > 0;
  }).length;
}

interface PartChipProps extends Chip<string> {
  part: Part;
  onChange: (part: Part) => void;
}

function PartChip(props: PartChipProps) {
  const { name, part, choices, people, isDays, summary, read = String, member, onChange, ...rest } = props;
  const { label } = rest;
  if (isBounds(part)) return <RangeChip {...rest} bounds={part} onChange={onChange} />;
  if (Array.isArray(part))
    return <ChoiceChip {...{ label, summary, onChange }} choices={choices ?? []} chosen={part} />;
  const text = String(part ?? '');
  const chosen = text || null;
  if (isDays) return <DaysChip {...{ label, onChange }} days={text} />;
  if (people) return <PersonChip {...{ label, people, chosen, onChange }} />;
  if (member) return <MemberChip {...{ label, text, onChange }} isByBoth={member === 'by both'} />;
  if (!choices) return <TextChip {...rest} text={text} onChange={(typed) => onChange(read(typed))} />;
  return (
    <OneChip
      {...{ label, choices, chosen }}
      onChange={(value) => onChange(value === null ? null : read(value))}
    />
  );
}

interface PersonChipProps {
  label: string;
  people: readonly Person[];
  chosen: string | null;
  onChange: (person: string | null) => void;
}

/** Narrows to what one person did. Only for those who see what everyone did. */
function PersonChip({ people, ...rest }: PersonChipProps) {
  const seesAll = useMay('see-all-activity');
  const { data: present = [] } = useQuery({ ...assigneesQuery, enabled: seesAll });
  if (!seesAll) return null;
  const names = new Map([...people, ...present].map(({ id, name }) => [id, clip(name, 80)]));
  const choices = Array.from(names, ([value, label]) => ({ value, label }));
  return <OneChip {...rest} choices={choices.sort((a, b) => a.label.localeCompare(b.label))} />;
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
