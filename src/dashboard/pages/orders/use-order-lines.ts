import { useDeferredValue } from 'react';
import { type OrderLines, readOrderLines } from '#dashboard/lib/order-lines.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';

/** The lines of a text, read in slices; null while there is no text. `busy` until they are those of this text. */
export function useOrderLines(
  text: string,
  member: string | null,
): { lines: OrderLines | null; busy: boolean } {
  const read = useSliced((_, signal) => readOrderLines(text, { member, signal }), null, [text, member]);
  // The key that was pressed is painted before what it made of the lines.
  const lines = useDeferredValue(read.result);
  if (text.trim() === '') return { lines: null, busy: false };
  return { lines: lines ?? null, busy: !read.settled || lines !== read.result };
}
