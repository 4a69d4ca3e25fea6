import { GATEWAY_CODES } from '#contract/session.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { nameOfMember } from '#dashboard/api/members/members.ts';
import { reasonAndNote } from '#dashboard/api/operations/cancel-reasons.ts';
import type { OrderLine } from '#dashboard/api/operations/order-lines.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import type { RunDraft } from './run-draft.ts';
import type { ReadText } from './use-order-lines.ts';

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
