import { useTyped } from '#dashboard/lib/use-typed.ts';

/** A year that is still being typed has zeros in front: 2026 begins as 0002. */
const isUnfinished = (day: string) => day !== '' && day < '1000';

type DayChipProps = { label: string; value: string | null; onChange: (day: string) => void };

/** Narrows to what is not before, or not after, a day. */
export function DayChip({ label, value, onChange }: DayChipProps) {
  // The address changes later than the field, and a field that is set back meanwhile takes no more digits.
  const { typed, setTyped, send } = useTyped(value ?? '', onChange);
  return (
    <label className="flex items-center gap-2 text-muted">
      {label}
      <input
        type="date"
        value={typed}
        // Browsers take a year of up to six digits unless there is a bound.
        max="9999-12-31"
        onChange={({ target: { value: day } }) => {
          setTyped(day);
          if (!isUnfinished(day)) send(day);
        }}
        className="h-8 rounded-control border border-border bg-panel px-2 text-text hover:border-control max-md:h-11"
      />
    </label>
  );
}
