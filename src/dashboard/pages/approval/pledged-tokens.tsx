import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Seen } from '#contract/reading.ts';
import { tokenAddress } from '#dashboard/api/addresses.ts';
import { useTokensNow } from '#dashboard/api/tokens/tokens-now.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';

interface PledgedTokensProps {
  lines: readonly Seen<{ token_id: string; quantity: number }>[];
}

/** What a loan is requested against, by the tokens' own names: the request could call them anything. */
export function PledgedTokens({ lines }: PledgedTokensProps) {
  const { tokenOf } = useTokensNow(useMemo(() => lines.flatMap(({ token_id }) => token_id ?? []), [lines]));
  return lines.map(({ quantity = 0, token_id = '' }) => {
    const token = tokenOf(token_id);
    return (
      <span key={token_id} className="block">
        {formatCount(quantity)} ×{' '}
        <Link to={tokenAddress(token_id)} className="text-accent-text hover:underline">
          {clip(typeof token === 'string' ? token_id : token.name, 60)}
        </Link>
      </span>
    );
  });
}
