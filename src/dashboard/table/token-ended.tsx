import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { Badge } from '#dashboard/ui/badge.tsx';

/** Marks a token that can't be traded any more. */
export function TokenEnded({ token }: { token: TokenRow }) {
  return (
    <span className="flex shrink-0 gap-1 empty:hidden">
      {token.exited && <Badge tone="warning">Exited</Badge>}
      {token.cancelled && <Badge tone="danger">Cancelled</Badge>}
    </span>
  );
}
