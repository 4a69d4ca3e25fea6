interface DayChipProps {
  label: string;
  value: string | null;
  onChange: (day: string) => void;
}

/** Narrows to what is not before, or not after, a day. */
export function DayChip({ label, value, onChange }: DayChipProps) {
  return (
    <label className="flex items-center gap-2 text-muted">
      {label}
      <input
        type="date"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 rounded-control border border-border bg-panel px-2 text-text hover:border-control max-md:h-11"
      />
    </label>
  );
}
