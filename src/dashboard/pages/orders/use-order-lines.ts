import { useDeferredValue } from 'react';
import type { MemberIndex } from '#dashboard/api/members/members.ts';
import { oddLines } from '#dashboard/api/operations/odd-lines.ts';
import { type OrderLine, type OrderLines, readOrderLines } from '#dashboard/api/operations/order-lines.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';

/** The lines of a text, read in slices; null while there is no text. `busy` until they are those of this text. */
export function useOrderLines(
  text: string,
  member: string | null,
): { lines: OrderLines | null; busy: boolean } {
  const read = useSliced(() => readOrderLines(text, member), null, [text, member]);
  // The key that was pressed is painted before what it made of the lines.
  const lines = useDeferredValue(read.result);
  if (text.trim() === '') return { lines: null, busy: false };
  return { lines: lines ?? null, busy: !read.settled || lines !== read.result };
}

/** What looks wrong about the lines, found in slices. */
export function useOddLines(lines: OrderLines | null, members: MemberIndex, oneMember: boolean) {
  const { result } = useSliced(
    () => {
      const isMember = (id: string) => members.byId.has(id);
      return oddLines(lines?.lines ?? [], { isMember, isWhole: members.isWhole }, oneMember);
    },
    null,
    [lines, members, oneMember],
  );
  return result ?? NONE_ODD;
}

const NONE_ODD: ReadonlyMap<OrderLine, string> = new Map();
