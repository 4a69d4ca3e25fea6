import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { Banner } from '#dashboard/ui/banner.tsx';

/** Whether a page of members can be trusted: whether it is the one that was asked for, and whole. */
export function Doubts({ doubt, unreadable }: { doubt: string | null; unreadable: number }) {
  return (
    <>
      {doubt && (
        <Banner tone="warning" title="Paging not confirmed">
          {doubt}
        </Banner>
      )}
      {unreadable > 0 && (
        <Banner tone="warning" title={`${countOf(unreadable, 'row')} could not be read`}>
          The service sent something else than a member in its place; the rows shown are complete but for
          that.
        </Banner>
      )}
    </>
  );
}

interface AmongLoadedProps {
  loaded: number;
  /** Undefined where nobody knows. */
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
