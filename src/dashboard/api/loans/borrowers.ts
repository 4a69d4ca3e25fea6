import { useMemo, useState } from 'react';
import { bestByName, meantIds, nameRank } from '#dashboard/lib/name-rank.ts';
import { useMembersByEmail } from '../members/member-search.ts';
import { type MemberRow, nameOfMember, useAllMembers } from '../members/members.ts';

/** A possible borrower: a member, by the user id that a loan asks for. */
export type Borrower = ReturnType<typeof toBorrower>;

const MOST_SHOWN = 30;

/** The members that a search fits, among those that are loaded; how far loading has come is in `progress`. */
export function useBorrowers(search: string) {
  const { rows, progress, retry } = useAllMembers(true);
  const borrowers = useMemo(() => rows.map(toBorrower), [rows]);
  const byEmail = useMembersByEmail(search);
  const { ids: withEmail } = byEmail;
  const isLoading = progress.state === 'loading';
  const found = useMemo(
    () => [
      ...borrowers.filter(({ memberId }) => withEmail.includes(memberId)),
      ...borrowersFor(search, borrowers, isLoading),
    ],
    [borrowers, search, withEmail, isLoading],
  );
  const byUserId = useMemo(() => new Map(borrowers.map((each) => [each.userId, each])), [borrowers]);
  const shown = useSteady(search, found, byUserId);
  const [first] = shown;
  // Enter may pick the first if the search begins its name, or was for its email address.
  const isFirstMeant = first !== undefined && (isMeant(search, first) || withEmail.includes(first.memberId));
  const more = Math.max(0, found.length - MOST_SHOWN);
  return { found: shown, isFirstMeant, more, byEmail, byUserId, progress, retry };
}

/** The borrowers that a search fits: by how a word begins, and once all are loaded by its middle, too. */
export function borrowersFor(search: string, borrowers: readonly Borrower[], isLoading: boolean): Borrower[] {
  return bestByName(borrowers, search, namesFor(search))
    .filter(({ rank }) => rank < 2 || !isLoading)
    .map(({ item }) => item);
}

/** Whether a search is how a word of a borrower’s name or their id begins. */
export function isMeant(search: string, borrower: Borrower): boolean {
  const rank = search.trim() === '' ? null : nameRank(search, namesFor(search)(borrower));
  return rank !== null && rank < 2;
}

/** The first of those found. Names that are shown keep their places, so that none moves under the pointer. */
function useSteady(search: string, found: readonly Borrower[], byUserId: ReadonlyMap<string, Borrower>) {
  const [before, setBefore] = useState({ search, ids: new Set<string>() });
  const ids = before.search === search ? before.ids : new Set<string>();
  const kept = [...ids].flatMap((id) => byUserId.get(id) ?? []);
  const others = found.slice(0, MOST_SHOWN).filter(({ userId }) => !ids.has(userId));
  const shown = [...kept, ...others].slice(0, MOST_SHOWN);
  if (shown.some(({ userId }) => !ids.has(userId))) {
    setBefore({ search, ids: new Set(shown.map(({ userId }) => userId)) });
  }
  return shown;
}

/** The email is masked. */
function toBorrower({ _id, user, status }: MemberRow) {
  return { userId: user._id, memberId: _id, name: nameOfMember(user), email: user.email, status };
}

const namesFor =
  (search: string) =>
  ({ name, userId, memberId }: Borrower) => [name, ...meantIds(search, [userId, memberId])];

/** A text that can only be meant as an id: whole, and with a digit in it. */
export function userIdOf(text: string): string | null {
  const bare = text.trim();
  return /^[A-Za-z0-9][\w.:-]{7,99}$/.test(bare) && /\d/.test(bare) ? bare : null;
}
