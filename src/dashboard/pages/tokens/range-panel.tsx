import { useId, useState } from 'react';
import { type Bounds, readBound, written } from '#dashboard/lib/screen.ts';
import { FIELD_GROUPS, fieldOf, NUMBER_FIELDS } from '#dashboard/lib/token-fields.ts';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { inputClass } from '#dashboard/ui/field.tsx';

interface RangePanelProps {
  ranges: Readonly<Record<string, Bounds>>;
  /** The one field that it is about; otherwise any may be chosen. */
  only?: string;
  onChange: (id: string, bounds: Bounds | null) => void;
  close: () => void;
}

const NO_BOUNDS: Bounds = { from: null, to: null };

/** Chooses a figure, and the bounds that it has to keep. */
export function RangePanel({ ranges, only, onChange, close }: RangePanelProps) {
  const [id, setId] = useState(only ?? 'price.sell');
  const [from, setFrom] = useState(written((ranges[id] ?? NO_BOUNDS).from));
  const [to, setTo] = useState(written((ranges[id] ?? NO_BOUNDS).to));
  const field = fieldOf(id);
  const next = { from: readBound(from), to: readBound(to) };
  const fault = faultOf(next);
  const help = useId();
  const choose = (other: string) => {
    setId(other);
    setFrom(written((ranges[other] ?? NO_BOUNDS).from));
    setTo(written((ranges[other] ?? NO_BOUNDS).to));
  };
  const input = (label: string, value: string, set: (text: string) => void) => (
    <label className="min-w-0 flex-1">
      <span className="mb-1.5 block text-label text-muted">{label}</span>
      <span className="relative block">
        <input
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          aria-invalid={fault ? true : undefined}
          aria-describedby={help}
          value={value}
          onChange={(event) => set(event.target.value)}
          className={`${inputClass} tabular ${field.kind === 'share' ? 'pr-8' : ''}`}
        />
        {field.kind === 'share' && (
          <span className="absolute inset-y-0 right-3 flex items-center text-muted">%</span>
        )}
      </span>
    </label>
  );
  return (
    <form
      className="w-72 max-w-full p-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (fault) return;
        const bounds = next as Bounds;
        onChange(id, bounds.from === null && bounds.to === null ? null : bounds);
        close();
      }}
    >
      {only === undefined ? (
        <label className="mb-3 block">
          <span className="mb-1.5 block font-medium">Figure</span>
          <select value={id} onChange={(event) => choose(event.target.value)} className={inputClass}>
            {FIELD_GROUPS.map((group) => (
              <optgroup key={group} label={group}>
                {NUMBER_FIELDS.filter((each) => each.group === group).map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
      ) : (
        <p className="mb-2 font-medium">{field.label}</p>
      )}
      <div className="flex gap-2">
        {input('At least', from, setFrom)}
        {input('At most', to, setTo)}
      </div>
      <p id={help} className="mt-1.5 text-label text-muted">
        {field.kind === 'money' &&
          'In each token’s own currency; choose one currency to compare like with like.'}
        {field.formula}
        {field.kind === 'figure' && 'As the service gives it; it names no unit.'}
      </p>
      <p role="alert" className="text-danger">
        {fault}
      </p>
      <button type="submit" className={`${buttonClass('primary')} mt-2 w-full`}>
        Apply
      </button>
    </form>
  );
}

function faultOf({ from, to }: { from: number | null | undefined; to: number | null | undefined }) {
  if (from === undefined || to === undefined) return 'Write a figure such as 1500, 0.5 or -2.';
  return from !== null && to !== null && from > to ? 'The least is more than the most.' : null;
}
