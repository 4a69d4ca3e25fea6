import { memberAddress } from '#dashboard/api/addresses.ts';
import { openChecks } from '#dashboard/api/loans/borrower-record.ts';
import type { Contacts } from '#dashboard/api/members/contacts.ts';
import { KYC_CHECKS } from '#dashboard/api/members/kyc.ts';
import { type MemberRow, nameOfMember } from '#dashboard/api/members/members.ts';
import { ContactValue } from '#dashboard/forms/contact-value.tsx';
import { KycMarks } from '#dashboard/forms/kyc-marks.tsx';
import { MemberStatus } from '#dashboard/forms/member-status.tsx';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { CardLines } from '#dashboard/list/card-lines.tsx';
import { head, idColumn, textColumn, timeColumn } from '#dashboard/list/columns.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** The list's columns; contact data is masked until it is revealed. */
export function memberColumns(contacts: Contacts): Column<MemberRow>[] {
  return [
    {
      ...head('name', 'Name', 'w-44', 'w-28'),
      required: true,
      sortable: { by: ({ user }) => nameOfMember(user)?.toLowerCase() },
      cell: (member) => (
        <RowLink
          href={memberAddress(member._id)}
          title={nameOf(member)}
          className="block max-w-70 truncate font-medium text-accent-text hover:underline"
        >
          {nameOf(member)}
        </RowLink>
      ),
    },
    {
      ...head('email', 'Email', 'w-48', 'w-36'),
      sortable: { by: (member) => contactOf(member, 'email', contacts)?.toLowerCase() },
      cell: (member) => <ContactValue {...{ member, contacts }} field="email" name="email address" />,
    },
    {
      ...head('phone', 'Phone', 'w-36', 'w-20'),
      optional: true,
      cell: (member) => <ContactValue {...{ member, contacts }} field="phone" name="phone number" />,
    },
    {
      ...head('status', 'Status', 'w-26', 'w-14'),
      sortable: { by: ({ status }) => status },
      cell: ({ status }) => <MemberStatus status={status} />,
    },
    {
      ...head('kyc', 'KYC', 'w-42', 'w-28'),
      hint: KYC_CHECKS.map(({ label }) => label).join(', '),
      cell: ({ user }) => <KycMarks kyc={user.kyc} />,
    },
    flag('verified', 'Verified', 'verified'),
    textColumn(
      head('country', 'Country', 'w-32', 'w-16'),
      ({ user }) => user.country,
      'No country returned.',
    ),
    timeColumn(head('joined', 'Joined', 'w-28', 'w-24'), ({ createdAt }) => createdAt, { brief: true }),
    { ...flag('activated', 'Activated', 'activated'), optional: true },
    { ...flag('two-factor', 'Two-factor', 'two_factor_enabled'), optional: true },
    idColumn(head('id', 'Member ID', 'w-44', 'w-28'), ({ _id }) => _id, 'member ID'),
    idColumn(head('user', 'User ID', 'w-44', 'w-28'), ({ user }) => user._id, 'user ID'),
  ];
}

type FlagField = 'verified' | 'activated' | 'two_factor_enabled';

function flag(id: string, header: string, field: FlagField): Column<MemberRow> {
  return {
    ...head(id, header, 'w-20', 'w-8'),
    sortable: { by: ({ user }) => user[field] },
    cell: ({ user }) => {
      if (user[field] === undefined) return <Unknown reason={`Not returned: ${header.toLowerCase()}.`} />;
      return user[field] ? 'Yes' : 'No';
    },
  };
}

export function MemberCard({ member, contacts }: { member: MemberRow; contacts: Contacts }) {
  return (
    <>
      <CardLines
        title={nameOf(member)}
        aside={<MemberStatus status={member.status} />}
        note={
          <span className="min-w-0 truncate">
            <ContactValue {...{ member, contacts }} field="email" name="email address" />
          </span>
        }
      />
      <p className="text-label text-muted wrap-anywhere">KYC: {kycSummary(member.user.kyc)}</p>
    </>
  );
}

/** What a file of members holds, in the order of the list; contact data is as it is shown. */
export function memberFile(contacts: Contacts): FileColumn<MemberRow>[] {
  return [
    { heading: 'First name', cell: ({ user }) => user.fname },
    { heading: 'Last name', cell: ({ user }) => user.lname },
    { heading: 'Email', cell: (member) => contactOf(member, 'email', contacts) },
    { heading: 'Phone', cell: (member) => contactOf(member, 'phone', contacts) },
    { heading: 'Membership', cell: ({ status }) => status },
    ...KYC_CHECKS.map(({ field, label }) => ({
      heading: `KYC: ${label.toLowerCase()}`,
      cell: ({ user }: MemberRow) => user.kyc?.[field],
    })),
    { heading: 'Verified', cell: ({ user }) => user.verified },
    { heading: 'Country', cell: ({ user }) => user.country },
    { heading: 'Joined', as: 'instant', cell: ({ createdAt }) => createdAt },
    { heading: 'Activated', cell: ({ user }) => user.activated },
    { heading: 'Two-factor enabled', cell: ({ user }) => user.two_factor_enabled },
    { heading: 'Member ID', cell: ({ _id }) => _id },
    { heading: 'User ID', cell: ({ user }) => user._id },
    { heading: 'Type', cell: ({ user }) => user.type },
    { heading: 'Membership updated', as: 'instant', cell: ({ updatedAt }) => updatedAt },
  ];
}

/** The checks that are not passed, in words: on a phone no hover explains a mark. */
function kycSummary(kyc: MemberRow['user']['kyc']): string {
  const open = openChecks(kyc);
  return open.length === 0 ? 'all passed' : open.map(({ words }) => words.toLowerCase()).join(', ');
}

/** A field of a member's contact data: masked until it is revealed. */
function contactOf(
  { _id, user }: MemberRow,
  field: 'email' | 'phone',
  contacts: Contacts,
): string | undefined {
  return (contacts.shown[_id] ?? user)[field] ?? undefined;
}

function nameOf({ _id, user }: MemberRow): string {
  return clip(nameOfMember(user) ?? _id, 100);
}
