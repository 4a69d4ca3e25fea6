import type { Slices } from '#dashboard/lib/slices.ts';
import type { OrderLine } from './order-lines.ts';

export interface KnownMembers {
  isMember: (id: string) => boolean;
  /** All members are known, so an id that none of them has is no member's. */
  isWhole: boolean;
}

/** What looks wrong about lines to be sent, as sentences; with `oneMember` only orders are compared. */
export function* oddLines(
  lines: readonly OrderLine[],
  known: KnownMembers,
  oneMember = false,
): Slices<Map<OrderLine, string>> {
  const sent = lines.filter(({ verdict }) => verdict === 'ready' || verdict === 'conflict');
  const usual = {
    member: oneMember ? null : usualForm(sent.map(({ member }) => member)),
    order: usualForm(sent.map(({ order }) => order)),
  };
  const odd = new Map<OrderLine, string>();
  for (const line of sent) {
    const problem = oddity(line, usual, known, oneMember);
    if (problem !== null) odd.set(line, problem);
    yield;
  }
  return odd;
}

type Usual = Record<'member' | 'order', string | null>;

function oddity(
  { member, order }: OrderLine,
  usual: Usual,
  { isMember, isWhole }: KnownMembers,
  oneMember: boolean,
): string | null {
  const forms = { member: formOf(member), order: formOf(order) };
  const isSwappedForm =
    usual.member !== usual.order && forms.member === usual.order && forms.order === usual.member;
  if (!oneMember && (isSwappedForm || (isMember(order) && !isMember(member)))) {
    return 'The member ID and the order ID look swapped.';
  }
  if (isMember(order)) return 'The order ID is a member’s ID.';
  if (usual.order !== null && forms.order !== usual.order)
    return 'The order ID looks different from the others.';
  if (oneMember) return null;
  if (usual.member !== null && forms.member !== usual.member) {
    return 'The member ID looks different from the others.';
  }
  return isWhole && !isMember(member) ? 'No member has this ID.' : null;
}

/** The form that at least eight of ten ids have; null if they are too different, or too few to say what is usual. */
function usualForm(ids: readonly string[]): string | null {
  if (ids.length < 4) return null;
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(formOf(id), (counts.get(formOf(id)) ?? 0) + 1);
  const [form, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best));
  return count >= ids.length * 0.8 ? form : null;
}

/** What an id looks like: numbers may be of any length; mixed texts count by length, or as hexadecimal. */
function formOf(id: string): string {
  if (/^[0-9a-f]{16,}$/i.test(id)) return `hex ${id.length}`;
  if (/^\d+$/.test(id)) return '9';
  const [, head] = /^([A-Za-z]+[_:.~-]?)\d+$/.exec(id) ?? [];
  if (head !== undefined) return `${head}9`;
  return id.replace(/[A-Za-z0-9]+/g, (run) => String(run.length));
}
