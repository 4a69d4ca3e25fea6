import { type ReactNode, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { amountProblem, MAX_SIGNIFICANT_DIGITS, significantDigits } from '#contract/money.ts';
import { type Convention, currentConvention, withGroups } from '#dashboard/lib/convention.ts';
import { type DecimalReading, latinDigits, readDecimal } from '#dashboard/lib/decimal-input.ts';
import { Field, inputClass } from '#dashboard/ui/field.tsx';

interface DecimalFieldProps {
  /** Its path in the form around it; the summary of errors finds it by that, too. */
  name: string;
  label: string;
  help?: string | undefined;
  /** Inside the field's end: the currency, `%`, `months`. */
  unit: ReactNode;
  /** The most fraction digits that make sense. */
  digits: number;
  /** The currency whose code and symbol may be typed along; empty if it isn't chosen yet. */
  currency?: string | undefined;
  /** Shown while the form holds null. */
  suggestion?: string;
  /** It starts with a value, so leaving it empty is a mistake at once. */
  prefilled?: boolean;
  /** Under the field while nothing is wrong: what the text comes to. */
  note?: string;
  readOnly?: boolean;
}

/** A decimal of the form around it, held as typed text: grouped while typing, with the caret kept, and never a float. */
export function DecimalField(props: DecimalFieldProps) {
  const { name, label, help, unit, digits, currency, note, readOnly } = props;
  const { suggestion = '', prefilled = false } = props;
  const { field, fieldState } = useController({ name });
  const error = fieldState.error?.message;
  const text: string = field.value ?? suggestion;
  /** Whether a person put separators in: those of the field itself need no explanation. */
  const [isForeign, setForeign] = useState(false);
  const reading = readDecimal(text, { digits, currency });
  const understood = isForeign && reading.kind === 'decimal' && reading.decided;
  const said = [understood && `= ${withGroups(reading.decimal)}`, !error && note].filter(Boolean).join(' · ');
  const beforeComposing = useRef(text);

  /** `put`: what came in at once, a single key's or more; null if something was only taken out. */
  const change = (input: HTMLInputElement, put: string | null, before = text) => {
    const { value, selectionStart } = input;
    const piece = put?.trim() ?? '';
    const isAlone = piece === value.trim();
    // Digits without separators of their own join those that the field has grouped.
    const isWritten = piece.length > 1 && /\D/.test(latinDigits(piece));
    const separators = (value: string) => value.replace(/\d/g, '').length;
    if (value === '') setForeign(false);
    else if (isWritten || separators(value) > separators(before)) setForeign(true);
    const plain = isWritten ? readDecimal(value, { digits, currency }) : null;
    const grouped = plain?.kind === 'decimal' && !plain.decided && withGroups(plain.decimal);
    const { group } = currentConvention();
    const typed = latinDigits(before).split(group).join('') + group;
    // A first comma behind 1,000, which the field has grouped: what was typed is 1000, and goes on.
    const isPoint = put === group && !isForeign && value === before + group && typed !== value;
    const edit = grouped
      ? { text: grouped, caret: grouped.length }
      : isPoint
        ? { text: typed, caret: typed.length }
        : regroup(isAlone ? '' : before, { text: value, caret: selectionStart ?? value.length });
    // React leaves an input alone that already shows the text, so the caret stays.
    input.value = edit.text;
    input.setSelectionRange(edit.caret, edit.caret);
    field.onChange(edit.text);
  };

  const leave = () => {
    if (reading.kind === 'decimal' && !reading.decided) {
      const tidy = withGroups(reading.decimal.replace(/^0+(?=\d)/, ''));
      if (tidy !== text) field.onChange(tidy);
    }
    if (field.value !== null && (prefilled || text !== '')) field.onBlur();
  };

  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <>
          <div className="relative">
            <input
              {...wiring}
              ref={field.ref}
              data-field={name}
              inputMode="decimal"
              autoComplete="off"
              spellCheck={false}
              readOnly={readOnly}
              value={text}
              onChange={({ target, nativeEvent }) => {
                const { data, isComposing } = nativeEvent as InputEvent;
                // The input method still replaces this text: it must find it as it left it.
                if (isComposing) field.onChange(target.value);
                else change(target, data);
              }}
              onCompositionStart={() => {
                beforeComposing.current = text;
              }}
              onCompositionEnd={({ currentTarget, data }) =>
                change(currentTarget, data, beforeComposing.current)
              }
              onBlur={leave}
              className={`${inputClass} tabular pr-18 text-right`}
            />
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 right-3 flex w-13 items-center justify-end truncate text-muted text-table"
            >
              {unit}
            </span>
          </div>
          {said && (
            <p role="status" className="mt-1.5 text-label text-soft">
              {said}
            </p>
          )}
        </>
      )}
    </Field>
  );
}

/** What is wrong with an amount of a currency, or with a limit of amounts; null where nothing is. */
export function moneyProblem(decimal: string, currency: string, problemOf = amountProblem): string | null {
  const problem = problemOf(decimal, currency);
  if (problem === null) return null;
  return significantDigits(decimal) > MAX_SIGNIFICANT_DIGITS ? tooManyDigits(decimal) : `It ${problem}.`;
}

export function tooManyDigits(decimal: string): string {
  return `It has ${significantDigits(decimal)} digits. The maximum is ${MAX_SIGNIFICANT_DIGITS}.`;
}

/** The most fraction digits of a rate in percent, also of one that was set through the API. */
export const PERCENT_DIGITS = 6;

/** Reads a percentage, with its sign or without. */
export function readPercent(text: string): DecimalReading {
  return readDecimal(text.replace(/[%٪％]\s*$/, ''), { digits: PERCENT_DIGITS });
}

/** A field's text and the position of the caret in it. */
type Edit = { text: string; caret: number };

/** A text after an edit: regrouped, with the caret after the same digit, unless a person put in separators themselves. */
export function regroup(before: string, edit: Edit, convention: Convention = currentConvention()): Edit {
  const { group, point } = convention;
  if (!isCanonical(before, convention)) return edit;
  let { text, caret } = edit;
  if (text.slice(0, caret) + group + text.slice(caret) === before) {
    // Backspace behind a separator is meant for the digit before it.
    text = text.slice(0, Math.max(caret - 1, 0)) + text.slice(caret);
    caret = Math.max(caret - 1, 0);
  } else if (text.split(group).length > before.split(group).length) {
    return edit;
  }
  const bare = latinDigits(text).split(group).join('');
  const plain = bare.replace(point, '.');
  if (!/^\d*(?:\.\d*)?$/.test(plain) || plain === '.') return { text, caret };
  const right = latinDigits(text.slice(caret)).split(group).join('').length;
  // Zeros right of the caret wait for the digit that is typed next: 1,000 is made 2,000 by way of 000.
  const [zeros = ''] = /^0+(?=\d)/.exec(plain) ?? [];
  const shown = fieldText(plain.slice(Math.min(zeros.length, plain.length - right)), convention);
  return { text: shown, caret: caretFromRight(shown, right, group) };
}

/** Whether a text is just what the field itself would show for it. */
export function isCanonical(text: string, convention: Convention = currentConvention()): boolean {
  if (text === '') return true;
  const plain = text.split(convention.group).join('').replace(convention.point, '.');
  return /^\d+(?:\.\d*)?$/.test(plain) && fieldText(plain, convention) === text;
}

/** Ungrouped while zeros wait for a first digit: 0,250 would read as a fraction to some. */
function fieldText(plain: string, convention: Convention): string {
  return /^0\d/.test(plain) ? plain.replace('.', convention.point) : withGroups(plain, convention);
}

function caretFromRight(text: string, right: number, group: string): number {
  let caret = text.length;
  for (let left = right; left > 0 && caret > 0; caret -= 1) if (text.charAt(caret - 1) !== group) left -= 1;
  return caret;
}
