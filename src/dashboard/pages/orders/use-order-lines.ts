import { useDeferredValue } from 'react';
import { GATEWAY_CODES } from '#contract/session.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { nameOfMember, useMemberIndex } from '#dashboard/api/members/members.ts';
import { reasonAndNote } from '#dashboard/api/operations/cancel-reasons.ts';
import { oddLines } from '#dashboard/api/operations/odd-lines.ts';
import { type OrderLine, readOrderLines } from '#dashboard/api/operations/order-lines.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import type { RunDraft } from './run-draft.ts';

/** Reads a text in slices, as lines of any member, or as orders of one alone. `odd` says what looks wrong about lines to be sent. */
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
  // The lines are null while there is no text, and may still be those of an earlier one.
  return { lines, odd, busy: !isEmpty && (!read.settled || shown !== read.result), members };
}

export type ReadText = ReturnType<typeof useOrderLines>;

const NONE_ODD: ReadonlyMap<OrderLine, string> = new Map();

export const ConfirmCancelDialog = lazyPanel(() =>
  import('#dashboard/forms/confirm-cancel-dialog.tsx').then((module) => module.ConfirmCancelDialog),
);

/**
 * What a run will do: of the lines that were read, cancel those in `sent`. `member` is the one whose orders they all are;
 * null if each line names its own.
 */
export function runFacts(
  sent: readonly OrderLine[],
  read: ReadText,
  member: string | null,
  { choice, text }: RunDraft['reason'],
) {
  const { reason, note } = reasonAndNote(choice, text);
  const toCheck = oddAmong(sent, read);
  const skipped = (read.lines?.lines.length ?? 0) - sent.length;
  return [
    member === null
      ? { label: 'Members', value: membersOf(sent, read) }
      : { label: 'Member', value: [nameOf(member, read), member].filter(Boolean).join(' · ') },
    { label: 'Skipped', value: skipped > 0 && countOf(skipped, 'line') },
    { label: 'To check', value: toCheck > 0 && `${countOf(toCheck, 'line')} may be wrong` },
    { label: 'Reason', value: reason },
    { label: 'Note', value: note },
  ];
}

export function oddAmong(lines: readonly OrderLine[], { odd }: Pick<ReadText, 'odd'>): number {
  return lines.filter((line) => odd.has(line)).length;
}

/** Whose orders they are: up to three members by name, more by their number. */
function membersOf(sent: readonly OrderLine[], read: ReadText): string {
  const ids = [...new Set(sent.map(({ member }) => member))];
  if (ids.length > 3) return countOf(ids.length, 'member');
  return ids.map((id) => nameOf(id, read) ?? id).join(', ');
}

export function nameOf(id: string, { members }: Pick<ReadText, 'members'>): string | undefined {
  const known = members.byId.get(id);
  return known && nameOfMember(known.user);
}

/** Whether a run could not be started because it was before, and its list has changed since. */
export function isStartedBefore(error: unknown): boolean {
  return error instanceof ApiError && error.code === GATEWAY_CODES.runChanged;
}
