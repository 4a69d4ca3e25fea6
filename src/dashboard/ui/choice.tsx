import { type ReactNode, useId } from 'react';

interface ChoiceProps<Value> {
  label: string;
  help?: ReactNode;
  options: { value: Value; label: string; detail?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few, all in view. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, help, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset aria-describedby={help ? `${name}-help` : undefined}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="group flex min-h-9 cursor-pointer items-center gap-2 rounded-control border border-border bg-panel px-3 py-1 transition-colors hover:border-control has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 max-md:min-h-11 max-md:flex-1"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="size-4 shrink-0 outline-none"
            />
            <span>
              {option.label}
              {option.detail && (
                <span className="block text-label text-muted group-has-checked:text-current">
                  {option.detail}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {help && (
        <p id={`${name}-help`} className="mt-1.5 text-label text-muted">
          {help}
        </p>
      )}
    </fieldset>
  );
}
