import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Reply } from '#contract/contract.ts';
import type { JournalEntry } from '#contract/operations.ts';
import type { Seen } from '#contract/reading.ts';
import { createdLoan } from '#dashboard/api/operations/entry-facts.ts';
import { decimalOf } from '#dashboard/lib/decimal.ts';
import { type JournalPage, journalQuery } from './journal.ts';

/** A collateral line as it was when the loan was created. */
export interface CreatedLine {
  tokenId: string;
  name: string | undefined;
  /** Plain decimals. */
  quantity: string;
  /** The sell price at that time; null if it wasn't recorded. */
  price: string | null;
  priceAt: string | null;
}

/** A loan that was created in Pledge. */
export interface CreatedLoan {
  /** When it was sent. */
  at: string;
  who: string;
  loan: Seen<Reply<'createLoan'>>;
  lines: CreatedLine[];
  /** The answer was lost; a check or a person found the loan. */
  found: boolean;
}

/** What the journal holds about the creation of a loan; `data` is null if it wasn't created in Pledge. */
export function useCreatedLoan(id: string) {
  return useQuery({
    ...journalQuery({ kind: 'createLoan', loan: id, limit: 1 }),
    select: toCreatedLoan,
  });
}

function toCreatedLoan({ entries }: JournalPage): CreatedLoan | null {
  const [entry] = entries;
  const loan = entry && createdLoan(entry);
  if (!entry || !loan) return null;
  return { at: entry.at, who: entry.who, loan, lines: linesOf(entry), found: entry.checks.length > 0 };
}

const bodyLines = z.array(z.object({ token_id: z.string(), quantity: z.number() }));

/** The collateral of the request, with the names and prices of the note. */
function linesOf(entry: JournalEntry): CreatedLine[] {
  const requested = z.safeParse(bodyLines, entry.body?.collaterals);
  const noted = entry.note.collateral ?? [];
  const lines = requested.success ? requested.data : noted;
  return lines.flatMap(({ token_id: tokenId, quantity }) => {
    const note = noted.find((line) => line.token_id === tokenId);
    const text = decimalOf(quantity);
    if (text === null) return [];
    return [
      {
        tokenId,
        name: note?.name,
        quantity: text,
        price: decimalOf(note?.sell_price),
        priceAt: note?.price_at ?? null,
      },
    ];
  });
}
