import type { InputHTMLAttributes, ReactNode, RefCallback } from 'react';

interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Its name, if it has no label. */
  label?: string;
  /** Its name in a form, to move the focus to it. */
  'data-field'?: string;
  /** Some of what it stands for is chosen, and some not. */
  mixed?: boolean;
  /** The class of the box with its label: all of that can be pressed. */
  className: string;
  /** Its label. */
  children?: ReactNode;
  ref?: RefCallback<HTMLInputElement>;
}

export function Checkbox({ label, mixed = false, className, children, ref, ...rest }: CheckboxProps) {
  return (
    <label className={className}>
      <input
        type="checkbox"
        aria-label={label}
        {...rest}
        ref={(input) => {
          if (input) input.indeterminate = mixed;
          ref?.(input);
        }}
        className="size-4 shrink-0 cursor-pointer disabled:cursor-default"
      />
      {children}
    </label>
  );
}
