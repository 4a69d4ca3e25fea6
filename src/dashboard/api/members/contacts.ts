import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type MemberContact, revealed } from '#contract/contacts.ts';
import { ApiError } from '../http/api-error.ts';
import { readOwn } from '../own-data.ts';
import { useMay } from '../session/permissions.ts';
import { useOwnChange } from '../session/use-own-change.ts';

const CONTACTS = ['contacts'];
const NONE: Shown = {};

type Shown = Readonly<Record<string, MemberContact>>;

export type Contacts = ReturnType<typeof useContacts>;

/** Members' contact data: masked by the gateway until this person reveals it, and kept in this page's memory only. */
export function useContacts() {
  const client = useQueryClient();
  const may = useMay('see-contacts');
  const { data = NONE } = useQuery<Shown>({ queryKey: CONTACTS, queryFn: skipToken });
  const { mutate, isPending, error } = useOwnChange(
    async (ids: readonly string[], send) => {
      const { data } = await send('POST', '/desk/reveals', { members: ids });
      const { members } = readOwn(revealed, data);
      if (members.length === 0) throw new ApiError('not-found', { message: 'No such member is listed.' });
      return Object.fromEntries(members.map((contact) => [contact.id, contact]));
    },
    {
      // The member's history tells who saw it.
      refresh: ['history'],
      onSuccess: (found) => client.setQueryData<Shown>(CONTACTS, (before) => ({ ...before, ...found })),
    },
  );
  return useMemo(
    () => ({
      may,
      isPending,
      error,
      shown: data,
      /** Reveals what members have, at most MOST_REVEALED of them. The gateway puts that on record. */
      reveal: (ids: readonly string[]) => mutate(ids),
      mask: (ids: readonly string[]) => {
        const kept = Object.entries(data).filter(([id]) => !ids.includes(id));
        client.setQueryData<Shown>(CONTACTS, Object.fromEntries(kept));
      },
    }),
    [may, isPending, error, data, mutate, client],
  );
}
