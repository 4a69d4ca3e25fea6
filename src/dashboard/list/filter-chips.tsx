import { useQuery } from '@tanstack/react-query';
import { assigneesQuery } from '#dashboard/api/follow-ups/assignees.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { type Bounds, NO_BOUNDS, scaledBounds } from '#dashboard/lib/bounds.ts';
import { boundsOfDayRange, daysProblem, splitDayRange } from '#dashboard/lib/day-range.ts';
import { formatCount, formatRate } from '#dashboard/lib/figures.ts';
import { formatDay } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { DayChip } from '#dashboard/table/day-chip.tsx';
import { FilterChip } from '#dashboard/table/filter-bar.tsx';
import type { Choice, ChoicesProps } from '#dashboard/table/filter-panel.tsx';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { MemberChip } from './member-chip.tsx';

const Choices = lazyPanel(() => import('#dashboard/table/filter-panel.tsx').then((module) => module.Choices));
const TextFilter = lazyPanel(() =>
  import('#dashboard/table/filter-panel.tsx').then((module) => module.TextFilter),
);
const RangeForm = lazyPanel(() =>
  import('#dashboard/table/range-form.tsx').then((module) => module.RangeForm),
);

/** What one chip narrows by: a text, any of several values, one value or none, or bounds. */
export type Part = string | string[] | number | null | undefined | Bounds;

type Person = { id: string; name: string };

export interface Chip<Name> {
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
  /** The bounds are shares, typed and shown in percent. */
  isShare?: boolean;
}

type PartChipProps = Omit<Chip<string>, 'name'> & { part: Part; onChange: (part: Part) => void };

/** Narrows by one part of a list's filter. */
export function PartChip({ part, onChange, ...chip }: PartChipProps) {
  const { label, choices, summary, read = String } = chip;
  if (isBounds(part)) return <RangeChip {...chip} bounds={part} onChange={onChange} />;
  if (Array.isArray(part))
    return <ChoiceChip {...{ label, summary, onChange }} choices={choices ?? []} chosen={part} />;
  const text = String(part ?? '');
  if (chip.isDays) return <DaysChip {...{ label, text, onChange }} />;
  if (chip.people) return <PersonChip {...{ label, text, onChange }} people={chip.people} />;
  if (chip.member) return <MemberChip {...{ label, text, onChange }} isByBoth={chip.member === 'by both'} />;
  if (choices) {
    const change = (value: string | null) => onChange(value === null ? null : read(value));
    return <OneChip {...{ label, choices }} chosen={text || null} onChange={change} />;
  }
  const change = (typed: string) => onChange(read(typed));
  return (
    <FilterChip
      label={label}
      summary={text || null}
      onClear={() => change('')}
      prepare={TextFilter.approach}
      panel={(close) => (
        <TextFilter {...{ label, text, close }} placeholder={chip.placeholder} onChange={change} />
      )}
    />
  );
}

export function isBounds(part: Part): part is Bounds {
  return typeof part === 'object' && part !== null && 'from' in part;
}

interface ChoiceChipProps extends ChoicesProps {
  summary?: string | undefined;
  /** Told when the chip opens, so that its choices can be loaded. */
  onOpen?: (() => void) | undefined;
}

/** Narrows to any of several values. */
export function ChoiceChip({ summary, onOpen, ...props }: ChoiceChipProps) {
  const { label, choices, chosen, onChange } = props;
  const [first = null, ...more] = chosen.map(
    (value) => choices.find((one) => one.value === value)?.label ?? clip(value, 40),
  );
  const words = more.length === 0 ? first : `${first} and ${formatCount(more.length)} more`;
  return (
    <FilterChip
      {...{ label, onOpen }}
      summary={first === null ? null : (summary ?? words)}
      onClear={() => onChange([])}
      prepare={Choices.approach}
      panel={() => <Choices {...props} />}
    />
  );
}

interface OneChipProps extends Pick<ChoicesProps, 'label' | 'choices'> {
  chosen: string | null;
  onChange: (chosen: string | null) => void;
}

/** Narrows to one value at most: a new one takes the place of the old. */
export function OneChip({ chosen, onChange, ...rest }: OneChipProps) {
  const values = chosen === null ? [] : [chosen];
  return <ChoiceChip {...rest} one chosen={values} onChange={([value]) => onChange(value ?? null)} />;
}

type RangeChipProps = {
  label: string;
  bounds: Bounds;
  isShare?: boolean;
  onChange: (bounds: Bounds) => void;
};

/** Narrows to figures between two bounds. */
function RangeChip({ label, bounds, isShare = false, onChange }: RangeChipProps) {
  const scale = isShare ? 100 : 1;
  return (
    <FilterChip
      label={label}
      summary={rangeWords(bounds, isShare ? formatRate : formatCount)}
      onClear={() => onChange(NO_BOUNDS)}
      prepare={RangeForm.approach}
      panel={(close) => (
        <RangeForm
          label={label}
          bounds={scaledBounds(bounds, scale)}
          unit={isShare ? '%' : undefined}
          onApply={(next) => {
            onChange(scaledBounds(next, 1 / scale));
            close();
          }}
        />
      )}
    />
  );
}

type TextChipProps = { label: string; text: string; onChange: (text: string) => void };

/** Narrows to two days and those between them. */
function DaysChip({ label, text, onChange }: TextChipProps) {
  const [from, to] = splitDayRange(text);
  const problem = daysProblem(text);
  const set = (from: string, to: string) => onChange(from || to ? `${from}..${to}` : '');
  return (
    <FilterChip
      label={label}
      summary={rangeWords(boundsOfDayRange(text), formatDay)}
      onClear={() => onChange('')}
      panel={() => (
        <div className="flex flex-col items-end gap-2 p-3">
          <DayChip label="From" value={from} onChange={(day) => set(day, to)} />
          <DayChip label="To" value={to} onChange={(day) => set(from, day)} />
          {problem && (
            <p role="alert" className="text-danger">
              {problem}
            </p>
          )}
        </div>
      )}
    />
  );
}

/** Narrows to what one person did. Only for those who see what everyone did. */
function PersonChip({ label, text, people, onChange }: TextChipProps & { people: readonly Person[] }) {
  const seesAll = useMay('see-all-activity');
  const { data: present = [] } = useQuery({ ...assigneesQuery, enabled: seesAll });
  if (!seesAll) return null;
  const names = new Map([...people, ...present].map(({ id, name }) => [id, clip(name, 80)]));
  const choices = Array.from(names, ([value, label]) => ({ value, label }));
  choices.sort((a, b) => a.label.localeCompare(b.label));
  return <OneChip {...{ label, choices }} chosen={text || null} onChange={(id) => onChange(id ?? '')} />;
}

/** A range in few words, `5% to 10%`, or one value, `5%`; null if it has no bounds. */
export function rangeWords({ from, to }: Bounds, format: (bound: number) => string): string | null {
  if (from !== null && to !== null) {
    const [first, last] = [format(from), format(to)];
    return first === last ? first : `${first} to ${last}`;
  }
  if (from !== null) return `from ${format(from)}`;
  return to === null ? null : `up to ${format(to)}`;
}
