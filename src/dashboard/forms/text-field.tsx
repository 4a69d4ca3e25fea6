import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, inputClass } from '#dashboard/ui/field.tsx';

type Labelled = { label: string; help?: string | undefined; error: string | undefined };

/** What a form registered the field as, or its text and how that changes; the focus finds it by its name. */
type Held =
  | { field: UseFormRegisterReturn }
  | { text: string; onText: (text: string) => void; name?: string };

interface TextFieldProps extends Labelled {
  /** Several lines. */
  long?: boolean;
  mono?: boolean;
  numeric?: boolean;
  readOnly?: boolean;
}

export function TextField(props: TextFieldProps & Held) {
  const { label, help, error, long, mono, numeric, readOnly, ...held } = props;
  const look = numeric ? 'tabular' : mono ? 'font-mono' : '';
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => {
        const shared = { ...wiring, ...tie(held), readOnly, autoComplete: 'off' };
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

interface ChoiceFieldProps extends Labelled {
  choices: readonly { value: string; label: string }[];
  /** Shown until something is chosen. */
  unchosen: string;
  /** It can't be taken back. */
  required?: boolean;
  disabled?: boolean;
}

export function ChoiceField(props: ChoiceFieldProps & Held) {
  const { label, help, error, choices, unchosen, required = false, disabled, ...held } = props;
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        // Passing over it isn't a mistake yet.
        <select
          {...wiring}
          {...tie(held)}
          disabled={disabled}
          onBlur={undefined}
          className={`${inputClass} pr-8`}
        >
          <option value="" disabled={required}>
            {unchosen}
          </option>
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

function tie(held: Held) {
  if ('field' in held) return { ...held.field, 'data-field': held.field.name };
  const { text, onText, name } = held;
  const onChange = ({ target }: { target: { value: string } }) => onText(target.value);
  return { value: text, onChange, 'data-field': name };
}
