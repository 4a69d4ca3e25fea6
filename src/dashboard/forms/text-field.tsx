import type { ReactNode } from 'react';
import { Field, inputClass } from '#dashboard/ui/field.tsx';

interface TextFieldProps {
  name: string;
  label: string;
  help?: string;
  error: string | undefined;
  text: string;
  onText: (text: string) => void;
  onLeave?: () => void;
  /** Several lines. */
  long?: boolean;
  mono?: boolean;
}

/** A text of one line, or of several. */
export function TextField({ name, label, help, error, text, onText, onLeave, long, mono }: TextFieldProps) {
  return (
    <Field label={label} {...(help !== undefined && { help })} error={error}>
      {(wiring) => {
        const shared = {
          ...wiring,
          'data-field': name,
          value: text,
          onChange: ({ target }: { target: { value: string } }) => onText(target.value),
          onBlur: onLeave,
          autoComplete: 'off',
        };
        return long ? (
          <textarea {...shared} rows={3} className={`${inputClass} h-auto! min-h-20 py-2`} />
        ) : (
          <input {...shared} spellCheck={false} className={`${inputClass} ${mono ? 'font-mono' : ''}`} />
        );
      }}
    </Field>
  );
}

interface ChoiceFieldProps {
  name: string;
  label: string;
  help?: string;
  error: string | undefined;
  value: string;
  onValue: (value: string) => void;
  choices: readonly { value: string; label: string }[];
  /** What stands there until something is chosen. */
  unchosen: string;
}

/** One of a few. */
export function ChoiceField({
  name,
  label,
  help,
  error,
  value,
  onValue,
  choices,
  unchosen,
}: ChoiceFieldProps): ReactNode {
  return (
    <Field label={label} {...(help !== undefined && { help })} error={error}>
      {(wiring) => (
        <select
          {...wiring}
          data-field={name}
          value={value}
          onChange={({ target }) => onValue(target.value)}
          className={`${inputClass} pr-8`}
        >
          <option value="">{unchosen}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
