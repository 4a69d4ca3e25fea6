import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MemberRow } from '#dashboard/api/members.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import type { Definition } from '#dashboard/ui/definition-list.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** What is known of a member, as names with values. What the service didn't return says so. */

export function idItems({ _id, user, organisation, status }: MemberRow): Definition[] {
  return [
    { label: 'Status', value: status ? <Badge>{clip(status, 100)}</Badge> : lacking('status') },
    { label: 'Member id', value: idOf(_id, 'member id'), note: 'Orders are cancelled by this one.' },
    { label: 'User id', value: idOf(user?._id, 'user id'), note: 'Loans name their borrower by this one.' },
    { label: 'Organisation', value: idOf(organisation, 'organisation id') },
  ];
}

export function profileItems({ user }: MemberRow): Definition[] {
  return [
    { label: 'First name', value: textOf(user?.fname, 'first name') },
    { label: 'Last name', value: textOf(user?.lname, 'last name') },
    { label: 'Username', value: textOf(user?.username, 'username') },
    { label: 'E-mail', value: textOf(user?.email, 'e-mail address') },
    { label: 'Phone', value: textOf(user?.phone, 'phone number') },
    { label: 'Type', value: textOf(user?.type, 'type') },
    { label: 'Entity', value: textOf(user?.entity_type, 'entity type') },
    { label: 'Home address', value: textOf(user?.homeAddress, 'home address') },
    { label: 'City', value: textOf(user?.city, 'city') },
    { label: 'State', value: textOf(user?.state, 'state') },
    { label: 'Country', value: textOf(user?.country, 'country') },
  ];
}

export function flagItems({ user }: MemberRow): Definition[] {
  return [
    { label: 'Verified', value: flagOf(user?.verified) },
    { label: 'Activated', value: flagOf(user?.activated) },
    { label: 'Activated by themselves', value: flagOf(user?.self_activated) },
    { label: 'Two-factor on', value: flagOf(user?.two_factor_enabled) },
    { label: 'PIN set', value: flagOf(user?.pin_set) },
    { label: 'Biometrics', value: flagOf(user?.biometrics_auth) },
    { label: 'Dealroom member', value: flagOf(user?.dealroom_member) },
  ];
}

export function tourItems({ user }: MemberRow): Definition[] {
  return [
    { label: 'Introduction', value: flagOf(user?.tour?.introduction_tour) },
    { label: 'Wallet', value: flagOf(user?.tour?.wallet_tour) },
    { label: 'Secondary market', value: flagOf(user?.tour?.secondary_tour) },
  ];
}

export function dateItems({ createdAt, updatedAt, user }: MemberRow): Definition[] {
  return [
    { label: 'Joined', value: timeOf(createdAt) },
    { label: 'Membership changed', value: timeOf(updatedAt) },
    { label: 'Signed up', value: timeOf(user?.createdAt) },
    { label: 'Profile changed', value: timeOf(user?.updatedAt) },
  ];
}

function lacking(name: string): ReactNode {
  return <Unknown reason={`The service gave no ${name}.`} />;
}

function idOf(id: string | undefined, name: string): ReactNode {
  return id ? <CopyId id={id} name={name} /> : lacking(name);
}

function textOf(text: string | null | undefined, name: string): ReactNode {
  return text ? <bdi>{clip(text, 400)}</bdi> : lacking(name);
}

function timeOf(text: string | undefined): ReactNode {
  const at = text === undefined ? null : readTimestamp(text);
  return at === null ? textOf(text, 'date') : <DateTime at={at} />;
}

function flagOf(value: boolean | undefined): ReactNode {
  if (value === undefined) return <Unknown reason="The service did not return this." />;
  const Icon = value ? Check : Minus;
  return (
    <span className={`inline-flex items-center gap-1.5 ${value ? '' : 'text-muted'}`}>
      <Icon size={14} aria-hidden className={value ? 'text-success' : ''} />
      {value ? 'Yes' : 'No'}
    </span>
  );
}
