import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';

/** What ties a control to its label, help and error. */
export type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

interface FieldProps {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  children: (wiring: Wiring) => ReactNode;
}

/** A control with its label above, its help under it and its error under that. */
export function Field({ label, help, error, children }: FieldProps) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {help && (
        <p id={`${id}-help`} className="mt-1.5 text-label text-muted">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-danger text-table">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </div>
  );
}

export const inputClass =
  'h-10 max-md:h-11 w-full rounded-control border border-control bg-panel px-3 text-body max-md:text-[1rem] placeholder:text-muted aria-invalid:border-danger';
