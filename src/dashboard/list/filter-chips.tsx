import { type Bounds, NO_BOUNDS, scaledBounds } from '#dashboard/lib/bounds.ts';
import { boundsOfDayRange } from '#dashboard/lib/day-range.ts';
import { formatCount, formatRate } from '#dashboard/lib/figures.ts';
import { formatDay } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { DayFields } from '#dashboard/table/day-fields.tsx';
import { FilterChip } from '#dashboard/table/filter-bar.tsx';
import type { ChoicesProps } from '#dashboard/table/filter-panel.tsx';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';

const Choices = lazyPanel(() => import('#dashboard/table/filter-panel.tsx').then((module) => module.Choices));
const TextFilter = lazyPanel(() =>
  import('#dashboard/table/filter-panel.tsx').then((module) => module.TextFilter),
);
const RangeForm = lazyPanel(() =>
  import('#dashboard/table/range-form.tsx').then((module) => module.RangeForm),
);

interface ChoiceChipProps extends ChoicesProps {
  /** What several chosen values are called together: `late`. */
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
export function OneChip({ label, choices, chosen, onChange }: OneChipProps) {
  return (
    <ChoiceChip
      {...{ label, choices }}
      one
      chosen={chosen === null ? [] : [chosen]}
      onChange={([value]) => onChange(value ?? null)}
    />
  );
}

interface TextChipProps {
  label: string;
  text: string;
  placeholder?: string;
  onChange: (text: string) => void;
}

/** Narrows to what holds a text. */
export function TextChip(props: TextChipProps) {
  return (
    <FilterChip
      label={props.label}
      summary={props.text || null}
      onClear={() => props.onChange('')}
      prepare={TextFilter.approach}
      panel={(close) => <TextFilter {...props} close={close} />}
    />
  );
}

interface RangeChipProps {
  label: string;
  bounds: Bounds;
  /** The bounds are shares, typed and shown in percent. */
  isShare?: boolean;
  onChange: (bounds: Bounds) => void;
}

/** Narrows to figures between two bounds. */
export function RangeChip({ label, bounds, isShare = false, onChange }: RangeChipProps) {
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

interface DaysChipProps {
  label: string;
  /** As an address has them. */
  days: string;
  onChange: (days: string) => void;
}

/** Narrows to two days and those between them. */
export function DaysChip(props: DaysChipProps) {
  return (
    <FilterChip
      label={props.label}
      summary={rangeWords(boundsOfDayRange(props.days), formatDay)}
      onClear={() => props.onChange('')}
      panel={() => <DayFields {...props} />}
    />
  );
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
