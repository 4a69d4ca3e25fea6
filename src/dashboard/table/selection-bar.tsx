import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { IconButton } from '#dashboard/ui/button.tsx';
import type { Selecting } from './selection.ts';

/** How many rows are chosen, here or elsewhere, and what can be done with them. */
export function SelectionBar(props: { count: number; selecting: Selecting; actions: ReactNode }) {
  const { count, selecting, actions } = props;
  const elsewhere = count - selecting.here;
  return (
    <div role="toolbar" aria-label="Selection" className="flex h-full items-center gap-3 text-table">
      <p role="status" className="tabular whitespace-nowrap font-medium text-accent-text">
        {count > 0 && `${countOf(count, 'row')} selected`}
        {elsewhere > 0 && (
          <span className="font-normal text-muted"> · {formatCount(elsewhere)} not among these</span>
        )}
      </p>
      <div className="ml-auto flex items-center gap-2">
        {actions}
        <IconButton
          label="Clear the selection"
          icon={<X size={16} aria-hidden />}
          onClick={selecting.clear}
          className="md:size-8!"
        />
      </div>
    </div>
  );
}
