import { Panel } from '#dashboard/ui/panel.tsx';

/** What stands behind the loan, as far as this desk can know. */
export function CollateralPanel() {
  return (
    <Panel title="Collateral">
      <p className="px-4 py-3 text-muted text-table">
        This desk hasn’t seen this loan being created, and the service gives no endpoint for a loan’s
        collateral.
      </p>
    </Panel>
  );
}
