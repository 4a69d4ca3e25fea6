import { formatCount } from '#dashboard/lib/figures.ts';

interface AmongLoadedProps {
  loaded: number;
  /** Undefined if that is unknown. */
  total: number | undefined;
  /** Null while all are on their way already. */
  loadAll: (() => void) | null;
}

/** Says that a filter or an order is of those that are loaded, which are not all. */
export function AmongLoaded({ loaded, total, loadAll }: AmongLoadedProps) {
  return (
    <p role="status" className="text-soft text-table">
      Filtered and sorted among the {formatCount(loaded)} of{' '}
      {total === undefined ? 'an unknown number' : formatCount(total)} members that are loaded.{' '}
      {loadAll && (
        <button type="button" onClick={loadAll} className="font-medium text-accent-text underline">
          Load all
        </button>
      )}
    </p>
  );
}
