import { useQuery } from '@tanstack/react-query';
import { memo, Suspense, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { collateralQuery } from '#dashboard/api/loans/collateral.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { draftsOf, isRestored, useFoundDrafts } from '#dashboard/lib/draft.ts';
import { useFormats } from '#dashboard/lib/use-settings.ts';
import { FailedLine, retryOf } from '#dashboard/table/failures.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { focusFirstField, takeFocus } from '#dashboard/ui/focus.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';

const KnownCollateral = lazyPanel(() =>
  import('./known-collateral.tsx').then((module) => module.KnownCollateral),
);
const CollateralForm = lazyPanel(() =>
  import('./collateral-form.tsx').then((module) => module.loadCollateralForm()),
);

const ofLoan = z.object({ loan: z.string() });

/**
 * The collateral of a loan, as Pledge or a person recorded it: the service returns none. Kept while the page renders
 * again: React would put the placeholder where the server's lines are, until their code is there.
 */
export const CollateralPanel = memo(function CollateralPanel({ loan }: { loan: LoanRow }) {
  useFormats();
  const collateral = useQuery(collateralQuery(loan.id));
  const { data, error } = collateral;
  const mayRecord = useMay('create-loan');
  const holder = sessionHolder(useDesk());
  const drafts = useMemo(() => draftsOf('collateral', holder, ['quantity', 'price']), [holder]);
  const kept = useFoundDrafts(drafts, loan.id)?.find(
    (draft) => isRestored(draft) && z.safeParse(ofLoan, draft.values).data?.loan === loan.id,
  );
  /** Null until the form is opened or closed. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const own = data?.find((one) => one.loan === loan.id);
  const isByHand = mayRecord && data !== undefined && own?.source !== 'created';
  const isEditing = isByHand && (isOpen ?? kept !== undefined);
  const record = isByHand && (
    <Button ref={isOpen === false ? takeFocus : null} onClick={() => setOpen(true)} className="print:hidden">
      {own ? 'Change' : 'Record by hand'}
    </Button>
  );
  return (
    <Panel title="Collateral" aside={own && !isEditing && record}>
      <Suspense fallback={<Waiting />}>
        {isEditing ? (
          // What was typed earlier is just there; a form that was asked for takes the focus.
          <div ref={isOpen ? focusFirstField : null}>
            <CollateralForm
              {...{ loan, drafts }}
              before={own}
              restored={isOpen ? undefined : kept}
              onClose={() => setOpen(false)}
            />
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
});

function Waiting() {
  return (
    <p className="px-4 py-3">
      <Skeleton className="w-48" />
    </p>
  );
}
