import { type ReactNode, useId, useState } from 'react';
import { type Bounds, readBound, written } from '#dashboard/lib/bounds.ts';
import { currentConvention } from '#dashboard/lib/convention.ts';
import { readDecimal } from '#dashboard/lib/decimal-input.ts';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { inputClass } from '#dashboard/ui/field.tsx';

interface RangeFormProps {
  label: string;
  head?: ReactNode;
  bounds: Bounds;
  unit?: string | undefined;
  help?: ReactNode;
  signed?: boolean;
  onApply: (bounds: Bounds) => void;
}

/** The least and the most of a figure; applied together, so that no half of a range narrows anything. */
export function RangeForm({ label, head, bounds, unit, help, signed = false, onApply }: RangeFormProps) {
  const [typed, setTyped] = useState(() => ({ from: typedBound(bounds.from), to: typedBound(bounds.to) }));
  const next = { from: readTyped(typed.from, signed), to: readTyped(typed.to, signed) };
  const fault = faultOf(next);
  const id = useId();
  const field = (bound: keyof Bounds) => (
    <label className="min-w-0 flex-1">
      <span className="mb-1.5 block text-label text-muted">{NAMES[bound]}</span>
      <span className="relative block">
        <input
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          aria-invalid={fault?.bound === bound ? true : undefined}
          aria-describedby={id}
          value={typed[bound]}
          onChange={({ target }) => setTyped({ ...typed, [bound]: target.value })}
          className={`${inputClass} tabular ${unit ? 'pr-8' : ''}`}
        />
        {unit && <span className="absolute inset-y-0 right-3 flex items-center text-muted">{unit}</span>}
      </span>
    </label>
  );
  return (
    <form
      className="w-72 max-w-full p-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!fault) onApply(next as Bounds);
      }}
    >
      <fieldset aria-label={label}>
        {head ?? <p className="mb-2 font-medium">{label}</p>}
        <div className="flex gap-2">
          {field('from')}
          {field('to')}
        </div>
      </fieldset>
      <div id={id}>
        {help && <p className="mt-1.5 text-label text-muted">{help}</p>}
        <p role="alert" className="mt-1.5 text-danger">
          {fault?.text}
        </p>
      </div>
      <button type="submit" className={`${buttonClass('primary')} mt-2 w-full`}>
        Apply
      </button>
    </form>
  );
}

const NAMES: Record<keyof Bounds, string> = { from: 'At least', to: 'At most' };

/** A bound, null if there is none, or what is wrong with the text. */
type Read = number | null | string;

/** A bound as a field shows it: in the reader's convention, as it is read again. */
function typedBound(bound: number | null): string {
  return written(bound).replace('.', currentConvention().point);
}

function readTyped(text: string, signed: boolean): Read {
  const [, minus = '', bare = ''] = (signed && /^\s*([-−])(.*\d.*)$/.exec(text)) || ['', '', text];
  const reading = readDecimal(bare, { digits: 8 });
  if (reading.kind === 'empty') return null;
  if (reading.kind === 'problem') return reading.problem;
  const bound = readBound(reading.decimal) ?? 'Use at most 15 digits, and 8 after the decimal point.';
  return minus && typeof bound === 'number' ? -bound : bound;
}

/** The bound that is wrong, and why. */
function faultOf({ from, to }: { from: Read; to: Read }): { bound: keyof Bounds; text: string } | null {
  if (typeof from === 'string') return { bound: 'from', text: `${NAMES.from}: ${from}` };
  if (typeof to === 'string') return { bound: 'to', text: `${NAMES.to}: ${to}` };
  const isTurned = from !== null && to !== null && from > to;
  return isTurned ? { bound: 'to', text: `${NAMES.to} is below ${NAMES.from}.` } : null;
}
