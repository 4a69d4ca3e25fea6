import { useMemo } from 'react';
import { type MemberRow, nameOfMember, useAllMembers } from './members.ts';

/** Somebody who can borrow: a member, by the user id that a loan asks for. */
export interface Borrower {
  userId: string;
  memberId: string | undefined;
  name: string | undefined;
  email: string | undefined;
  status: string | undefined;
}

/** The most that are shown at once: whoever is meant is found by typing on. */
const MOST_SHOWN = 30;

/** The members that a search fits, among those that are loaded; how far loading has come is in `progress`. */
export function useBorrowers(wanted: boolean, search: string) {
  const { rows, progress, retry } = useAllMembers(wanted);
  const borrowers = useMemo(() => rows.flatMap(toBorrower), [rows]);
  const found = useMemo(() => borrowers.filter((borrower) => fits(borrower, search)), [borrowers, search]);
  const byUserId = useMemo(
    () => new Map(borrowers.map((borrower) => [borrower.userId, borrower])),
    [borrowers],
  );
  return {
    found: found.slice(0, MOST_SHOWN),
    more: Math.max(0, found.length - MOST_SHOWN),
    byUserId,
    progress,
    retry,
  };
}

function toBorrower({ _id, user, status }: MemberRow): Borrower[] {
  if (!user?._id) return [];
  return [{ userId: user._id, memberId: _id, name: nameOfMember(user), email: user.email, status }];
}

/** Whether every word of a search stands somewhere in a member's name, e-mail or ids. */
function fits({ userId, memberId, name, email }: Borrower, search: string): boolean {
  const hay = fold([name, email, userId, memberId].filter(Boolean).join(' '));
  return fold(search)
    .split(' ')
    .every((word) => hay.includes(word));
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** A text that can only be meant as an id: whole, and with a digit in it. */
export function userIdOf(text: string): string | null {
  const bare = text.trim();
  return /^[A-Za-z0-9][\w.:-]{7,99}$/.test(bare) && /\d/.test(bare) ? bare : null;
}
