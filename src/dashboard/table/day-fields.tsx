import { daysProblem, splitDayRange } from '#dashboard/lib/day-range.ts';
import { DayChip } from './day-chip.tsx';

interface DayFieldsProps {
  /** As an address has them. */
  days: string;
  onChange: (days: string) => void;
}

/** The first and the last day that a filter narrows to. */
export function DayFields({ days, onChange }: DayFieldsProps) {
  const [from, to] = splitDayRange(days);
  const problem = daysProblem(days);
  const set = (from: string, to: string) => onChange(from || to ? `${from}..${to}` : '');
  return (
    <div className="flex flex-col items-end gap-2 p-3">
      <DayChip label="From" value={from} onChange={(day) => set(day, to)} />
      <DayChip label="To" value={to} onChange={(day) => set(from, day)} />
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
