import { useMemo, useState } from 'react';
import { bestByName } from '#dashboard/lib/name-rank.ts';
import { useMembersByEmail } from '../members/member-search.ts';
import { type MemberRow, nameOfMember, useAllMembers } from '../members/members.ts';

/** A possible borrower: a member, by the user id that a loan asks for. */
export interface Borrower {
  userId: string;
  memberId: string;
  name: string | undefined;
  /** Masked. */
  email: string | undefined;
  status: string;
}

/** The most that are shown at once; typing on narrows them. */
const MOST_SHOWN = 30;

/** The members that a search fits, among those that are loaded; how far loading has come is in `progress`. */
export function useBorrowers(wanted: boolean, search: string) {
  const { rows, progress, retry } = useAllMembers(wanted);
  const borrowers = useMemo(() => rows.map(toBorrower), [rows]);
  const withEmail = useMembersByEmail(search);
  const found = useMemo(
    () =>
      bestByName(borrowers, search, namesOf)
        .map(({ item }) => item)
        .concat(borrowers.filter(({ memberId }) => withEmail.includes(memberId))),
    [borrowers, search, withEmail],
  );
  const byUserId = useMemo(
    () => new Map(borrowers.map((borrower) => [borrower.userId, borrower])),
    [borrowers],
  );
  const shown = useSteady(search, found, byUserId);
  return {
    found: shown,
    more: Math.max(0, found.length - MOST_SHOWN),
    byUserId,
    progress,
    retry,
  };
}

/**
 * The first of those found. Pages come in any order; whoever is shown already keeps their place, so that nobody else
 * comes under the pointer or the mark of the keyboard just as it is pressed.
 */
function useSteady(search: string, found: readonly Borrower[], byUserId: ReadonlyMap<string, Borrower>) {
  const [before, setBefore] = useState<{ search: string; ids: ReadonlySet<string> }>({
    search,
    ids: new Set(),
  });
  const ids = before.search === search ? before.ids : new Set<string>();
  const kept = [...ids].flatMap((id) => byUserId.get(id) ?? []);
  const others = found.slice(0, MOST_SHOWN).filter(({ userId }) => !ids.has(userId));
  const shown = [...kept, ...others].slice(0, MOST_SHOWN);
  if (shown.some(({ userId }) => !ids.has(userId))) {
    setBefore({ search, ids: new Set(shown.map(({ userId }) => userId)) });
  }
  return shown;
}

function toBorrower({ _id, user, status }: MemberRow): Borrower {
  return { userId: user._id, memberId: _id, name: nameOfMember(user), email: user.email, status };
}

const namesOf = ({ name, userId, memberId }: Borrower) => [name, userId, memberId];

/** A text that can only be meant as an id: whole, and with a digit in it. */
export function userIdOf(text: string): string | null {
  const bare = text.trim();
  return /^[A-Za-z0-9][\w.:-]{7,99}$/.test(bare) && /\d/.test(bare) ? bare : null;
}
