import { Link, useSearchParams } from 'react-router-dom';
import { RUNS_ADDRESS } from '#dashboard/lib/run-addresses.ts';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { ManyOrders } from './many-orders.tsx';
import { OneOrder } from './one-order.tsx';
import { OpenRuns } from './open-runs.tsx';
import { useSearchChange } from './use-search-change.ts';

const MODES = [
  { by: 'lines', label: 'Paste a list' },
  { by: 'member', label: 'Several orders of one member' },
  { by: 'one', label: 'One order' },
] as const;

/** Cancels one order, or starts a run that cancels many. */
export default function CancelOrdersPage() {
  const [search] = useSearchParams();
  const change = useSearchChange();
  const by = MODES.find((mode) => mode.by === search.get('by'))?.by ?? 'lines';
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-4 px-4 py-4 md:px-6">
      <PageHead title="Cancel orders">
        <Link to={RUNS_ADDRESS} className={buttonClass()}>
          All runs
        </Link>
      </PageHead>
      <OpenRuns />
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">What to cancel</legend>
        {MODES.map((mode) => (
          <label
            key={mode.by}
            className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-control border border-border px-3 font-medium has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:min-h-11"
          >
            <input
              type="radio"
              name="by"
              className="sr-only"
              checked={by === mode.by}
              onChange={() => change({ by: mode.by === 'lines' ? '' : mode.by })}
            />
            {mode.label}
          </label>
        ))}
      </fieldset>
      {by === 'one' ? (
        <OneOrder member={search.get('member')?.trim() ?? ''} />
      ) : (
        <ManyOrders oneMember={by === 'member'} />
      )}
    </div>
  );
}
