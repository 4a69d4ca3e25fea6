import { Suspense } from 'react';
import { useCreatedLoan } from '#dashboard/api/operations/created-loan.ts';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';

const SeenCollateral = lazyPart(() =>
  import('./seen-collateral.tsx').then((module) => module.SeenCollateral),
);

/** The collateral of the loan, if this desk knows it: only its journal can say. */
export function CollateralPanel({ loanId }: { loanId: string }) {
  const { data: seen, isPending, error } = useCreatedLoan(loanId);
  return (
    <Panel title="Collateral">
      {seen ? (
        <Suspense fallback={<Waiting />}>
          <SeenCollateral seen={seen} />
        </Suspense>
      ) : isPending ? (
        <Waiting />
      ) : (
        <p className="px-4 py-3 text-muted text-table">
          {error
            ? 'Whether this desk saw this loan being created can’t be told: its journal could not be read.'
            : 'This desk hasn’t seen this loan being created, and the service gives no endpoint for a loan’s collateral.'}
        </p>
      )}
    </Panel>
  );
}

function Waiting() {
  return (
    <p className="px-4 py-3">
      <Skeleton className="w-48" />
    </p>
  );
}
