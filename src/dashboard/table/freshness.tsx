import { useQueryClient } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { refreshShown } from '#dashboard/api/http/all-rows.ts';
import { formatClock, formatInstantFully } from '#dashboard/lib/times.ts';
import { IconButton } from '#dashboard/ui/button.tsx';

/** Says when the rows were fetched (0: not yet), and refreshes everything that the page shows. */
export function Freshness({ at, refreshing }: { at: number; refreshing: boolean }) {
  const client = useQueryClient();
  return (
    // As wide as with a time of today, so that nothing moves when there is one.
    <div className="flex min-w-29 max-md:min-w-31 items-center justify-end gap-1 text-muted text-table">
      {at > 0 && (
        <span role="status" title={formatInstantFully(at)} className="tabular">
          As of {formatClock(at)}
          {/* It would move what is next to it, and the icon turns. */}
          {refreshing && <span className="motion-safe:sr-only max-md:sr-only">, refreshing</span>}
        </span>
      )}
      <IconButton
        label="Refresh"
        icon={<RefreshCw size={16} aria-hidden className={refreshing ? 'animate-spin' : ''} />}
        onClick={() => refreshShown(client)}
      />
    </div>
  );
}
