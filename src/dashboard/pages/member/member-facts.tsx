import type { ReactNode } from 'react';
import type { Contacts } from '#dashboard/api/members/contacts.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import { ContactValue } from '#dashboard/forms/contact-value.tsx';
import { emailItem, transactionsItem } from '#dashboard/forms/member-contact.tsx';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import type { Definition } from '#dashboard/ui/definition-list.tsx';
import { Flag, knownId, knownText, knownTime } from '#dashboard/ui/known.tsx';

/** What is known of a member, as names with values. What the service didn't return says so. */

export function idItems({ _id, user, organisation, status }: MemberRow): Definition[] {
  return [
    {
      label: 'Status',
      value: <Badge>{clip(status, 100)}</Badge>,
    },
    {
      label: 'Member id',
      value: <CopyId id={_id} name="member id" />,
      note: 'Orders are cancelled by this one.',
    },
    {
      label: 'User id',
      value: <CopyId id={user._id} name="user id" />,
      note: 'Loans name their borrower by this one.',
    },
    { label: 'Organisation', value: knownId(organisation, 'organisation id') },
  ];
}

export function profileItems(member: MemberRow, contacts: Contacts): Definition[] {
  const { user } = member;
  const contact = (field: 'phone' | 'homeAddress' | 'username', name: string) => (
    <ContactValue {...{ member, contacts, field, name }} />
  );
  return [
    { label: 'First name', value: knownText(user.fname, 'first name') },
    { label: 'Last name', value: knownText(user.lname, 'last name') },
    {
      label: 'Username',
      value: user.username?.includes('•')
        ? contact('username', 'username')
        : knownText(user.username, 'username'),
    },
    emailItem(member, contacts),
    { label: 'Phone', value: contact('phone', 'phone number') },
    { label: 'Type', value: knownText(user.type, 'type') },
    { label: 'Entity', value: knownText(user.entity_type, 'entity type') },
    { label: 'Home address', value: contact('homeAddress', 'home address') },
    { label: 'City', value: knownText(user.city, 'city') },
    { label: 'State', value: knownText(user.state, 'state') },
    { label: 'Country', value: knownText(user.country, 'country') },
    transactionsItem(member, contacts),
  ];
}

export function flagItems({ user }: MemberRow): Definition[] {
  return [
    { label: 'Verified', value: flagOf(user.verified) },
    { label: 'Activated', value: flagOf(user.activated) },
    { label: 'Activated by themselves', value: flagOf(user.self_activated) },
    { label: 'Two-factor on', value: flagOf(user.two_factor_enabled) },
    { label: 'PIN set', value: flagOf(user.pin_set) },
    { label: 'Biometrics', value: flagOf(user.biometrics_auth) },
    { label: 'Dealroom member', value: flagOf(user.dealroom_member) },
  ];
}

export function tourItems({ user }: MemberRow): Definition[] {
  return [
    { label: 'Introduction', value: flagOf(user.tour?.introduction_tour) },
    { label: 'Wallet', value: flagOf(user.tour?.wallet_tour) },
    { label: 'Secondary market', value: flagOf(user.tour?.secondary_tour) },
  ];
}

export function dateItems({ createdAt, updatedAt, user }: MemberRow): Definition[] {
  return [
    { label: 'Joined', value: knownTime(createdAt) },
    { label: 'Membership changed', value: knownTime(updatedAt) },
    { label: 'Signed up', value: knownTime(user.createdAt) },
    { label: 'Profile changed', value: knownTime(user.updatedAt) },
  ];
}

function flagOf(value: boolean | undefined): ReactNode {
  return <Flag value={value} lack="The service did not return this." />;
}
