import type { ReactNode } from 'react';
import { Field, inputClass } from '#dashboard/ui/field.tsx';

interface TextFieldProps {
  /** Lets the summary of errors find it. */
  name?: string;
  label: string;
  help?: string;
  error: string | undefined;
  text: string;
  onText: (text: string) => void;
  onLeave?: () => void;
  /** Several lines. */
  long?: boolean;
  mono?: boolean;
  readOnly?: boolean;
}

/** A text of one line, or of several. */
export function TextField({ label, help, error, long, mono, ...field }: TextFieldProps) {
  const { name, text, onText, onLeave, readOnly } = field;
  return (
    <Field label={label} {...(help !== undefined && { help })} error={error}>
      {(wiring) => {
        const shared = {
          ...wiring,
          'data-field': name,
          value: text,
          readOnly,
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
export function ChoiceField(props: ChoiceFieldProps): ReactNode {
  const { name, label, help, error, value, onValue, choices, unchosen } = props;
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
