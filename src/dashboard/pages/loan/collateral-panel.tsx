import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { collateralQuery } from '#dashboard/api/loans/collateral.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { FailedLine } from '#dashboard/table/failed-line.tsx';
import { retryOf } from '#dashboard/table/retry-of.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { focusFirstField, takeFocus } from '#dashboard/ui/focus.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';

const KnownCollateral = lazyPanel(() =>
  import('./known-collateral.tsx').then((module) => module.KnownCollateral),
);
const CollateralForm = lazyPanel(() =>
  import('./collateral-form.tsx').then((module) => module.CollateralForm),
);

/** The collateral of a loan, as Pledge or a person recorded it: the service returns none. */
export function CollateralPanel({ loan }: { loan: LoanRow }) {
  const collateral = useQuery(collateralQuery);
  const { data, error } = collateral;
  const mayRecord = useMay('create-loan');
  /** Null until the form is first opened. */
  const [isEditing, setEditing] = useState<boolean | null>(null);
  const own = data?.find((one) => one.loan === loan.id);
  const record = mayRecord && own?.source !== 'created' && data && (
    <Button
      ref={isEditing === false ? takeFocus : null}
      onClick={() => setEditing(true)}
      className="print:hidden"
    >
      {own ? 'Change' : 'Record by hand'}
    </Button>
  );
  return (
    <Panel title="Collateral" aside={own && !isEditing && record}>
      <Suspense fallback={<Waiting />}>
        {isEditing ? (
          <div ref={focusFirstField}>
            <CollateralForm loan={loan} before={own} onClose={() => setEditing(false)} />
          </div>
        ) : own ? (
          <KnownCollateral loan={loan} collateral={own} />
        ) : data ? (
          <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-table">
            <p className="text-muted">Collateral isn’t available for loans created outside Pledge.</p>
            {record}
          </div>
        ) : error ? (
          <div className="px-4 py-3">
            <FailedLine what="collateral" error={error} {...retryOf(collateral)} />
          </div>
        ) : (
          <Waiting />
        )}
      </Suspense>
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
