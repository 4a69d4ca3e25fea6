import type { ComponentProps } from 'react';

interface CheckboxProps extends ComponentProps<'input'> {
  label?: string;
  'data-field'?: string;
  /** The class of the box with its label: all of that can be pressed. */
  className: string;
}

/** A box to tick. Its children are its label. */
export function Checkbox({ label, className, children, ...rest }: CheckboxProps) {
  return (
    <label className={className}>
      <input
        type="checkbox"
        aria-label={label}
        {...rest}
        className="size-4 shrink-0 cursor-pointer disabled:cursor-default"
      />
      {children}
    </label>
  );
}
