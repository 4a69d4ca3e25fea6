import type { LoanCollateral } from '#contract/loan-collateral.ts';
import { withGroups } from '#dashboard/lib/convention.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';

interface CollateralChangedProps {
  /** As someone else recorded them; none if they removed them. */
  lines: LoanCollateral['lines'];
  onKeep: () => void;
}

/** What is recorded by now, while another version of it is being typed: saving is refused until it was seen. */
export function CollateralChanged({ lines, onKeep }: CollateralChangedProps) {
  return (
    <Banner
      tone="warning"
      title="The collateral has changed since you opened it"
      action={<Button onClick={onKeep}>Keep mine</Button>}
    >
      {lines.length === 0 && <p>None is recorded now.</p>}
      {lines.map(({ tokenId, name, quantity, price }) => (
        <p key={tokenId}>
          {withGroups(quantity)} × {clip(name ?? tokenId, 80)}
          {price !== null && ` at ${withGroups(price)}`}
        </p>
      ))}
      <p>If you keep yours, saving replaces this. Cancelling leaves it as it is.</p>
    </Banner>
  );
}
