import { skipToken, useQuery } from '@tanstack/react-query';
import { foundMembers } from '#contract/contacts.ts';
import { useDebounced } from '#dashboard/lib/use-debounced.ts';
import { readOwn, sendFor } from '../own-data.ts';
import { useMay } from '../session/permissions.ts';
import { sessionHolder, useDesk } from '../session/session.ts';

export function isEmail(text: string): boolean {
  return text.length <= 320 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/.test(text.trim());
}

/** The ids of the members who have an email address. The gateway looks, and puts on record whom it found. */
export async function findMembersByEmail(
  email: string,
  holder: string,
  signal: AbortSignal,
): Promise<string[]> {
  const body = { email: email.trim() };
  const { data } = await sendFor(holder, 'POST', '/desk/member-search', body, signal);
  return readOwn(foundMembers, data).members;
}

/** The members who have the email address that a search is, by their ids; none while it is no whole address. */
export function useMembersByEmail(search: string) {
  const may = useMay('see-contacts');
  const holder = sessionHolder(useDesk());
  // Waits until typing rests: each search reads the list of members at the service.
  const rested = useDebounced(search, 300);
  const email = may && isEmail(rested) ? rested.trim() : null;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['members-by-email', email],
    queryFn:
      email === null ? skipToken : async ({ signal }) => await findMembersByEmail(email, holder, signal),
  });
  const isResting = may && isEmail(search) && rested !== search;
  return {
    ids: data ?? NOBODY,
    /** Who has it isn't known yet. */
    isAsking: isResting || (email !== null && !data && !error),
    /** Why that could not be found out. */
    error: data ? null : error,
    retrying: isFetching,
    retry: () => void refetch(),
  };
}

const NOBODY: readonly string[] = [];
