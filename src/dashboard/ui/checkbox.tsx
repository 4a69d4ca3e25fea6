import type { ComponentProps } from 'react';

type CheckboxProps = ComponentProps<'input'> & { label?: string; 'data-field'?: string; className: string };

/** A box to tick. Its children are its label. The class is that of box and label, which can both be pressed. */
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
