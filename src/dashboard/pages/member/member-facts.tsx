import type { ReactNode } from 'react';
import type { Contacts } from '#dashboard/api/members/contacts.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import { ContactValue } from '#dashboard/forms/contact-value.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import type { Definition } from '#dashboard/ui/definition-list.tsx';
import { Flag, knownId, knownText, knownTime } from '#dashboard/ui/known.tsx';

/** What is known of a member, as names with values. What the service didn't return says so. */

export function idItems({ _id, user, organisation }: MemberRow): Definition[] {
  return [
    {
      label: 'Member ID',
      value: <CopyId id={_id} name="member ID" />,
      note: 'Used to cancel orders',
    },
    {
      label: 'User ID',
      value: <CopyId id={user._id} name="user ID" />,
      note: 'Used as borrower on loans',
    },
    { label: 'Organisation', value: knownId(organisation, 'organisation ID') },
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
    { label: 'Type', value: knownText(user.type, 'type') },
    { label: 'Entity', value: knownText(user.entity_type, 'entity type') },
    { label: 'Home address', value: contact('homeAddress', 'home address') },
    { label: 'City', value: knownText(user.city, 'city') },
    { label: 'State', value: knownText(user.state, 'state') },
    { label: 'Country', value: knownText(user.country, 'country') },
  ];
}

export function flagItems({ user }: MemberRow): Definition[] {
  return [
    { label: 'Verified', value: flagOf(user.verified) },
    { label: 'Activated', value: flagOf(user.activated) },
    { label: 'Self-activated', value: flagOf(user.self_activated) },
    { label: 'Two-factor enabled', value: flagOf(user.two_factor_enabled) },
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

export function dateItems({ updatedAt, user }: MemberRow): Definition[] {
  return [
    { label: 'Membership updated', value: knownTime(updatedAt) },
    { label: 'Signed up', value: knownTime(user.createdAt) },
    { label: 'Profile updated', value: knownTime(user.updatedAt) },
  ];
}

function flagOf(value: boolean | undefined): ReactNode {
  return <Flag value={value} lack="Not returned." />;
}
