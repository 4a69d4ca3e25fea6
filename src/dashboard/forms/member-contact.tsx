import type { Contacts } from '#dashboard/api/members/contacts.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import type { Definition } from '#dashboard/ui/definition-list.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { ContactValue } from './contact-value.tsx';
import { RefusedLine } from './refused.tsx';

const MemberTransactions = lazyPart(() =>
  import('./member-transactions.tsx').then((module) => module.MemberTransactions),
);

/** A member's email address, and the transactions that are listed under it. */
export function emailItem(member: MemberRow, contacts: Contacts): Definition {
  const { error } = contacts;
  return {
    label: 'Email',
    value: (
      <>
        <ContactValue {...{ member, contacts }} field="email" name="email address" />
        <RefusedLine what="Contact data could not be shown." error={error} isRead />
      </>
    ),
  };
}

/** The transactions that are listed under a member's email address, once it is shown. */
export function transactionsItem({ _id: id, user }: MemberRow, contacts: Contacts): Definition {
  const email = contacts.shown[id]?.email;
  return {
    label: 'Transactions',
    value: email ? (
      <MemberTransactions.Apart email={email} />
    ) : (
      <span className="text-muted">
        {!user.email
          ? 'This member has no email address to find them by.'
          : contacts.may
            ? 'Listed by email. Show the email address to see them.'
            : 'Listed by email, which your role sees masked.'}
      </span>
    ),
  };
}
