import type { QueryClient } from '@tanstack/react-query';
import { startTransition, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MOST_REVEALED } from '#contract/contacts.ts';
import { memberAddress } from '#dashboard/api/addresses.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { useListRows } from '#dashboard/api/http/use-list-rows.ts';
import { type Contacts, useContacts } from '#dashboard/api/members/contacts.ts';
import { isEmail, useMembersByEmail } from '#dashboard/api/members/member-search.ts';
import { type MemberRow, memberList, nameOfMember } from '#dashboard/api/members/members.ts';
import { RefusedLine } from '#dashboard/forms/refused.tsx';
import { formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import { countFilters } from '#dashboard/list/list-filters.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { unfinished, useSortedView } from '#dashboard/list/use-list-view.ts';
import { RetryBanner } from '#dashboard/table/failures.tsx';
import { eachRow, type Rows } from '#dashboard/table/rows.ts';
import { type EntryMemory, useEntryState, useTableState } from '#dashboard/table/table-state.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { MemberFilters, NO_MEMBER_FILTER, passesMember, readMemberFilter } from './member-filters.tsx';
import { MemberCard, memberColumns, memberFile } from './members-columns.tsx';

export async function loader(client: QueryClient): Promise<void> {
  await prefetchList(client, memberList);
}

/** What was searched for with an @ in it. Not in the address: it may be an email. */
const typed: EntryMemory<string> = new WeakMap();

export default function MembersPage() {
  const [search, setSearch] = useSearchParams();
  const { listRows } = useSettings();
  const contacts = useContacts();
  const list = useListRows(memberList, listRows);
  const [email, setEmail] = useEntryState(typed, '');
  const asked = readMemberFilter(search);
  const filter = { ...asked, search: asked.search || email };
  const filtered = countFilters(filter);
  const columns = useMemo(() => memberColumns(contacts), [contacts]);
  const table = useTableState(columns);
  const byEmail = useMembersByEmail(filter.search);
  const passes = (member: MemberRow) => passesMember(member, filter, contacts.shown[member._id], byEmail.ids);
  const sorted = useSortedView(list, table, {
    asked: [filter, byEmail.ids, Object.keys(contacts.shown).length],
    passes: filtered > 0 ? passes : undefined,
  });
  const view = byEmail.isAsking ? unfinished(sorted) : sorted;
  const setFilter = ({ search: text, ...others }: typeof filter) => {
    const [q, withheld] = text.includes('@') ? ['', text] : [text, ''];
    // Together: between the two, the field would take another text for one from elsewhere.
    startTransition(() => {
      setEmail(withheld);
      setSearch(withParams(search, { q, ...others }), { replace: true });
    });
  };
  return (
    <ListPage
      {...{ list, view, table, filtered }}
      title="Members"
      noun="member"
      viewKey={`${search} ${email}`}
      clear={() => setFilter(NO_MEMBER_FILTER)}
      file={{
        name: 'members',
        columns: memberFile(contacts),
        filter: withParams(new URLSearchParams(), { ...asked, search: email ? 'filtered' : asked.search }),
      }}
      filters={
        <MemberFilters rows={list.rows} filter={filter} onChange={setFilter}>
          <RevealListed contacts={contacts} rows={view.rows} />
        </MemberFilters>
      }
      notes={
        byEmail.error && (
          <RetryBanner title="Members could not be searched by email." {...byEmail}>
            {explainRead(byEmail.error)}
          </RetryBanner>
        )
      }
      row={{
        rowHref: ({ _id }) => memberAddress(_id),
        rowLabel: ({ user }) => nameOfMember(user) ?? 'this member',
        card: (member) => <MemberCard {...{ member, contacts }} />,
      }}
      // No name has these, and every email address has one of them.
      problem={/[@.]/.test(filter.search) && !isEmail(filter.search) ? whyNoPart(contacts) : undefined}
      empty={{
        title: 'No members yet',
        text: 'Members of your organisation’s syndicate will appear here.',
      }}
    />
  );
}

/** Why a part of an email address finds no one. */
function whyNoPart({ may }: Contacts): string {
  return may
    ? 'Email addresses are masked: enter a whole one, or show the contact data first.'
    : 'Your role can’t search members by email.';
}

/** Shows the contact data of all listed members at once, or hides it again. Nothing for those who may not see it. */
function RevealListed({ contacts, rows }: { contacts: Contacts; rows: Rows<MemberRow> | undefined }) {
  const { may, shown, error, isPending } = contacts;
  if (!may || !rows || rows.length === 0) return null;
  const isTooMany = rows.length > MOST_REVEALED;
  const ids = isTooMany ? [] : Array.from(eachRow(rows), ({ _id }) => _id);
  const isShown = ids.length > 0 && ids.every((id) => shown[id]);
  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
      <RefusedLine what="Contact data could not be shown." error={error} isRead />
      <Button
        look="quiet"
        disabled={isTooMany}
        aria-busy={isPending}
        title={
          isTooMany
            ? `Filter the list to ${formatCount(MOST_REVEALED)} members or fewer first.`
            : 'Who sees whose contact data is recorded.'
        }
        onClick={() => (isShown ? contacts.mask(ids) : contacts.reveal(ids))}
      >
        {isShown ? 'Hide contact data' : 'Show contact data'}
      </Button>
    </div>
  );
}
