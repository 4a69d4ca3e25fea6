import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, inputClass } from '#dashboard/ui/field.tsx';

interface TextFieldProps {
  label: string;
  help?: string | undefined;
  error: string | undefined;
  long?: boolean;
  mono?: boolean;
  numeric?: boolean;
  readOnly?: boolean;
}

/** What a form registered the field as, or the text and how it changes. */
type Held =
  | { field: UseFormRegisterReturn }
  | { text: string; onText: (text: string) => void /** To move the focus to it. */; name?: string };

export function TextField(props: TextFieldProps & Held) {
  const { label, help, error, long, mono, numeric, readOnly, ...held } = props;
  const look = numeric ? 'tabular' : mono ? 'font-mono' : '';
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => {
        const shared = {
          ...wiring,
          readOnly,
          autoComplete: 'off',
          ...('field' in held
            ? { ...held.field, 'data-field': held.field.name }
            : {
                value: held.text,
                'data-field': held.name,
                onChange: ({ target }: { target: { value: string } }) => held.onText(target.value),
              }),
        };
        return long ? (
          <textarea {...shared} rows={3} className={`${inputClass} h-auto! min-h-20 py-2`} />
        ) : (
          <input
            {...shared}
            inputMode={numeric ? 'numeric' : undefined}
            spellCheck={false}
            className={`${inputClass} ${look}`}
          />
        );
      }}
    </Field>
  );
}

interface ChoiceFieldProps {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  field: UseFormRegisterReturn;
  choices: readonly { value: string; label: string }[];
  /** Shown until something is chosen. */
  unchosen: string;
}

/** One of a few. Passing over it isn't a mistake yet. */
export function ChoiceField(props: ChoiceFieldProps): ReactNode {
  const { label, help, error, field, choices, unchosen } = props;
  const { onBlur: _, ...registered } = field;
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <select {...wiring} {...registered} data-field={field.name} className={`${inputClass} pr-8`}>
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
