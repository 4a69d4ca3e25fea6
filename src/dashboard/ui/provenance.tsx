import Info from 'lucide-react/icons/info';
import { PopoverButton } from './popover-button.tsx';

export interface How {
  title: string;
  formula: string;
  inputs?: readonly { label: string; value: string }[];
  /** How much was looked at, and as of when. */
  basis: string;
}

/** A small button next to a computed figure that says how it was computed. */
export function Provenance(how: How) {
  const { title } = how;
  return (
    <PopoverButton
      label={title}
      icon={{ name: `How “${title}” is calculated`, title: 'How this is calculated' }}
      panel={() => <Explanation {...how} />}
      className="-my-1.5 inline-flex size-6 shrink-0 items-center justify-center rounded-control align-middle text-faint transition-colors hover:bg-active hover:text-text aria-expanded:bg-active aria-expanded:text-text max-md:-my-3.5 max-md:size-11 print:hidden"
    >
      <Info size={13} aria-hidden />
    </PopoverButton>
  );
}

function Explanation({ title, formula, inputs = [], basis }: How) {
  return (
    <div className="w-76 max-w-full p-2.5 text-left font-normal">
      <p className="font-semibold text-body">{title}</p>
      <p className="mt-1 text-soft">{formula}</p>
      {inputs.length > 0 && (
        <dl className="mt-3 flex flex-col gap-1.5 border-hairline border-t pt-3">
          {inputs.map(({ label, value }) => (
            <div key={label} className="flex items-baseline justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd className="tabular text-right wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-3 border-hairline border-t pt-3 text-label text-muted">{basis}</p>
    </div>
  );
}
