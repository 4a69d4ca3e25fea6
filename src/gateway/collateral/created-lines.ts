import { Big } from 'big.js';
import * as z from 'zod/mini';
import type { LoanCollateral } from '#contract/loan-collateral.ts';
import type { JournalEntry } from '#contract/operations.ts';

const requested = z.array(z.object({ token_id: z.string(), quantity: z.number() }));

/** The collateral that an entry's loan was created with: the lines of its request, priced by its note. */
export function createdLines({ body, note }: Pick<JournalEntry, 'body' | 'note'>): LoanCollateral['lines'] {
  const noted = note.collateral ?? [];
  const read = z.safeParse(requested, body?.collaterals);
  const lines = read.success ? read.data : noted;
  return lines.map(({ token_id: tokenId, quantity }) => {
    const own = noted.find((line) => line.token_id === tokenId);
    return {
      tokenId,
      name: own?.name ?? null,
      quantity: new Big(quantity).toFixed(),
      price: own ? new Big(own.sell_price).toFixed() : null,
      priceAt: own?.price_at ?? null,
    };
  });
}
