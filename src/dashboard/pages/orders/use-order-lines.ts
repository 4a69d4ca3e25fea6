import { startTransition, useEffect, useState } from 'react';
import { type OrderLines, readOrderLines } from '#dashboard/lib/order-lines.ts';
import { Superseded } from '#dashboard/lib/slices.ts';

/** The lines of a text, read in slices; null while there is no text. `busy` until they are those of this text. */
export function useOrderLines(
  text: string,
  member: string | null,
): { lines: OrderLines | null; busy: boolean } {
  const [read, setRead] = useState<{ text: string; member: string | null; lines: OrderLines } | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    readOrderLines(text, { member, signal: abort.signal }).then(
      (lines) => {
        // The key that was pressed is painted before what it made of the lines.
        if (!abort.signal.aborted) startTransition(() => setRead({ text, member, lines }));
      },
      (error: unknown) => {
        if (!(error instanceof Superseded)) throw error;
      },
    );
    return () => abort.abort();
  }, [text, member]);
  if (text.trim() === '') return { lines: null, busy: false };
  return { lines: read?.lines ?? null, busy: read?.text !== text || read.member !== member };
}
