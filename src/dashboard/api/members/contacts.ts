import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { foundMembers, type MemberContact, revealed } from '#contract/contacts.ts';
import { HOLDER_HEADER } from '#contract/session.ts';
import { useDebounced } from '#dashboard/lib/use-debounced.ts';
import { ApiError } from '../http/api-error.ts';
import { request } from '../http/client.ts';
import { useMay } from '../session/permissions.ts';
import { sessionHolder, useDesk } from '../session/session.ts';

const CONTACTS = ['contacts'];
const NONE: Contacts['shown'] = {};

/** Members' contact data: masked by the gateway until this person reveals it, and kept in this page's memory only. */
export interface Contacts {
  /** Whether this person may reveal it. */
  may: boolean;
  /** What has been revealed, by the member's id. */
  shown: Readonly<Record<string, MemberContact>>;
  /** Reveals what members have, at most MOST_REVEALED of them. The gateway puts that on record. */
  reveal(ids: readonly string[]): void;
  mask(ids: readonly string[]): void;
  isPending: boolean;
  error: Error | null;
}

export function useContacts(): Contacts {
  const client = useQueryClient();
  const may = useMay('see-contacts');
  const holder = sessionHolder(useDesk());
  const { data = NONE } = useQuery<Contacts['shown']>({ queryKey: CONTACTS, queryFn: skipToken });
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const headers = { [HOLDER_HEADER]: holder };
      const reply = await request('POST', '/desk/reveals', { body: { members: ids }, headers });
      const { members } = read(revealed, reply.data);
      if (members.length === 0) throw new ApiError('not-found', { message: 'No such member is listed.' });
      return members;
    },
    onSuccess: (members) => {
      const found = Object.fromEntries(members.map((contact) => [contact.id, contact]));
      client.setQueryData<Contacts['shown']>(CONTACTS, (before) => ({ ...before, ...found }));
    },
  });
  return useMemo(
    () => ({
      ...{ may, isPending, error },
      shown: data,
      reveal: (ids) => mutate(ids),
      mask: (ids) => {
        const gone = new Set(ids);
        const kept = Object.entries(data).filter(([id]) => !gone.has(id));
        client.setQueryData<Contacts['shown']>(CONTACTS, Object.fromEntries(kept));
      },
    }),
    [may, isPending, error, data, mutate, client],
  );
}

/** Whether a text is an email address from end to end. */
export function isEmail(text: string): boolean {
  return text.length <= 320 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/.test(text.trim());
}

/** The ids of the members who have an email address. The gateway looks, and puts on record whom it found. */
export async function findMembersByEmail(
  email: string,
  holder: string,
  signal: AbortSignal,
): Promise<string[]> {
  const headers = { [HOLDER_HEADER]: holder };
  const { data } = await request('POST', '/desk/member-search', {
    ...{ body: { email: email.trim() }, headers, signal },
  });
  return read(foundMembers, data).members;
}

/** The ids of the members who have the email address that a search is; none while it is no whole address. */
export function useMembersByEmail(search: string): readonly string[] {
  const may = useMay('see-contacts');
  const holder = sessionHolder(useDesk());
  const rested = useDebounced(search, REST_MS);
  const email = may && isEmail(rested) ? rested.trim() : null;
  const { data } = useQuery({
    queryKey: ['members-by-email', email],
    queryFn:
      email === null ? skipToken : async ({ signal }) => await findMembersByEmail(email, holder, signal),
  });
  return data ?? NOBODY;
}

/** How long typing rests before a search begins: each one reads the list of members at the service. */
const REST_MS = 300;

const NOBODY: readonly string[] = [];

function read<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, data);
  if (parsed.success) return parsed.data;
  throw new ApiError('unreadable', { message: 'Pledge returned contact data that can’t be read.' });
}
