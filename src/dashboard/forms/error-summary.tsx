import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, type Ref, useId } from 'react';
import { countOf } from '#dashboard/lib/figures.ts';

/** One thing that is wrong in a form: the field's name, how it is called, and what to do. */
export interface FieldProblem {
  field: string;
  label: string;
  message: string;
}

/**
 * Lists above a form what is wrong in it, each with a link to its field; `children` say what belongs to no field. It takes
 * the focus when the form was sent with something wrong in it.
 */
export function ErrorSummary(props: {
  problems: readonly FieldProblem[];
  ref: Ref<HTMLDivElement>;
  children?: ReactNode;
}) {
  const { problems, ref, children } = props;
  const id = useId();
  if (problems.length === 0 && !children) return null;
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="alert"
      aria-labelledby={id}
      className="rounded-panel border border-danger-border bg-danger-soft px-4 py-3 focus:outline-2 focus:outline-focus"
    >
      <p id={id} className="flex items-start gap-2 font-medium text-danger">
        <CircleAlert size={18} aria-hidden className="mt-px shrink-0" />
        {problems.length > 0
          ? `Fix ${countOf(problems.length, 'problem')} to continue`
          : 'There is a problem'}
      </p>
      {children && <div className="mt-1 pl-6.5 text-soft text-table wrap-anywhere">{children}</div>}
      {problems.length > 0 && (
        <ul className="mt-1 pl-6.5 text-table">
          {problems.map(({ field, label, message }) => (
            <li key={field + message} className="wrap-anywhere">
              <button
                type="button"
                onClick={() => focusField(field)}
                className="py-1 text-left text-danger underline decoration-danger-border underline-offset-2 hover:decoration-current max-md:min-h-11"
              >
                {label}: {message}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Takes the focus to a field by its name; to the nearest that holds it where it isn't there itself. */
export function focusField(name: string): void {
  for (let at = name; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('.'), 0))) {
    const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(at)}"]`);
    if (!field) continue;
    field.focus({ preventScroll: true });
    field.scrollIntoView({ block: 'center' });
    return;
  }
}
