import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { withGroups } from '#dashboard/lib/convention.ts';
import { type DecimalReading, readDecimal } from '#dashboard/lib/decimal-input.ts';
import { regroup } from '#dashboard/lib/regroup.ts';
import { Field, inputClass } from '#dashboard/ui/field.tsx';

interface DecimalFieldProps {
  /** The name by which the summary of errors finds it. */
  name: string;
  label: string;
  help?: string;
  error: string | undefined;
  /** As it stands in the field, grouped; never a number. */
  text: string;
  onText: (text: string) => void;
  onLeave?: () => void;
  /** What stands inside the field's end: the currency, `%`, `months`. */
  unit: ReactNode;
  /** The most fraction digits that make sense. */
  digits: number;
  /** The currency whose code and symbol may be typed along. */
  currency?: string | undefined;
  disabled?: boolean;
  /** Under the field while nothing is wrong: what the text comes to. */
  note?: ReactNode;
  hideLabel?: boolean;
}

/** A decimal that is grouped as it is typed, the caret kept, and read into a decimal string: never into a float. */
export function DecimalField(props: DecimalFieldProps) {
  const { name, label, help, error, text, onText, onLeave } = props;
  const { unit, digits, currency, disabled = false, note } = props;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  /** Whether somebody put separators in: those of the field itself need no explanation. */
  const [isForeign, setForeign] = useState(false);
  const reading = readDecimal(text, { digits, currency });

  const change = (field: HTMLInputElement, pasted: boolean) => {
    const separators = (value: string) => value.replace(/\d/g, '').length;
    if (field.value === '') setForeign(false);
    else if (pasted || separators(field.value) > separators(text)) setForeign(true);
    const after = { text: field.value, caret: field.selectionStart ?? field.value.length };
    const plain = pasted ? readDecimal(field.value, { digits, currency }) : null;
    const edit =
      plain?.kind === 'decimal' && !plain.decided
        ? { text: withGroups(plain.decimal), caret: withGroups(plain.decimal).length }
        : regroup(text, after);
    caret.current = edit.caret;
    onText(edit.text);
  };

  return (
    <Field label={label} {...(help !== undefined && { help })} error={error}>
      {(wiring) => (
        <>
          <div className="relative">
            <input
              {...wiring}
              ref={input}
              data-field={name}
              inputMode="decimal"
              autoComplete="off"
              spellCheck={false}
              disabled={disabled}
              value={text}
              onChange={({ target, nativeEvent }) =>
                change(target, (nativeEvent as InputEvent).inputType === 'insertFromPaste')
              }
              onBlur={() => {
                if (reading.kind === 'decimal' && !reading.decided) {
                  onText(withGroups(reading.decimal.replace(/^0+(?=\d)/, '')));
                }
                onLeave?.();
              }}
              className={`${inputClass} tabular pr-18 text-right disabled:text-muted`}
            />
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 right-3 flex w-13 items-center justify-end truncate text-muted text-table"
            >
              {unit}
            </span>
          </div>
          <Understood reading={isForeign ? reading : null} note={error ? undefined : note} />
        </>
      )}
    </Field>
  );
}

function Understood({ reading, note }: { reading: DecimalReading | null; note: ReactNode }) {
  const decided = reading?.kind === 'decimal' && reading.decided;
  if (!decided && !note) return null;
  return (
    <p role="status" className="mt-1.5 text-label text-soft">
      {decided && `Understood as ${withGroups(reading.decimal)}. `}
      {note}
    </p>
  );
}
