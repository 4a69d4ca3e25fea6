import { RefreshCw } from 'lucide-react';
import { formatClock, formatInstantFully } from '#dashboard/lib/times.ts';
import { IconButton } from '#dashboard/ui/button.tsx';

interface FreshnessProps {
  /** When the rows were fetched; 0 while there are none. */
  at: number;
  refreshing: boolean;
  refresh: () => void;
}

/** Says how old the rows are, and refreshes them. */
export function Freshness({ at, refreshing, refresh }: FreshnessProps) {
  return (
    <div className="flex items-center gap-1 text-muted text-table">
      {at > 0 && (
        <span role="status" title={formatInstantFully(at)} className="tabular">
          As of {formatClock(at)}
          {/* On a phone it would wrap, and move what is below. */}
          {refreshing && <span className="max-md:sr-only">, refreshing</span>}
        </span>
      )}
      <IconButton
        label="Refresh"
        icon={<RefreshCw size={16} aria-hidden className={refreshing ? 'animate-spin' : ''} />}
        onClick={refresh}
      />
    </div>
  );
}
