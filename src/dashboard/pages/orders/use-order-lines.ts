import { useDeferredValue } from 'react';
import { useMemberIndex } from '#dashboard/api/members/members.ts';
import { oddLines } from '#dashboard/api/operations/odd-lines.ts';
import { type OrderLine, readOrderLines } from '#dashboard/api/operations/order-lines.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';

/** Reads a text in slices, as lines of any member, or as orders of one alone. */
export function useOrderLines(text: string, member: string | null) {
  const isEmpty = text.trim() === '';
  const members = useMemberIndex(!isEmpty || Boolean(member));
  const read = useSliced(() => readOrderLines(text, member), null, [text, member]);
  // The key that was pressed is painted before what it made of the lines.
  const shown = useDeferredValue(read.result);
  const lines = isEmpty ? null : (shown ?? null);
  const { result: odd = NONE_ODD } = useSliced(
    () => {
      const known = { isMember: (id: string) => members.byId.has(id), isWhole: members.isWhole };
      return oddLines(lines?.lines ?? [], known, member !== null);
    },
    null,
    [lines, members, member !== null],
  );
  return {
    /** Null while there is no text. */
    lines,
    /** What looks wrong about lines that are going to be sent. */
    odd,
    /** The lines are still those of an earlier text. */
    busy: !isEmpty && (!read.settled || shown !== read.result),
    members,
  };
}

export type ReadText = ReturnType<typeof useOrderLines>;

const NONE_ODD: ReadonlyMap<OrderLine, string> = new Map();
