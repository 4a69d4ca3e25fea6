import type { MemberContact } from '#contract/contacts.ts';
import { memberAddress } from '#dashboard/api/addresses.ts';
import { openChecks } from '#dashboard/api/loans/borrower-record.ts';
import type { Contacts } from '#dashboard/api/members/contacts.ts';
import { KYC_CHECKS } from '#dashboard/api/members/kyc.ts';
import { type MemberRow, nameOfMember } from '#dashboard/api/members/members.ts';
import { ContactValue } from '#dashboard/forms/contact-value.tsx';
import { KycMarks } from '#dashboard/forms/kyc-marks.tsx';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { head, textCell } from '#dashboard/list/columns.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { Badge, type Tone } from '#dashboard/ui/badge.tsx';
import { knownId, knownTime } from '#dashboard/ui/known.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

const statuses = new Map<string, Tone>([
  ['Active', 'success'],
  ['Pending', 'warning'],
  ['Suspended', 'danger'],
]);

/** The list's columns; contact data is masked until it is revealed. */
export function memberColumns(contacts: Contacts): Column<MemberRow>[] {
  const flag = (
    id: string,
    header: string,
    of: (member: MemberRow) => boolean | undefined,
  ): Column<MemberRow> => ({
    id,
    header,
    width: 'w-20',
    skeleton: 'w-8',
    sortable: { by: of },
    cell: (member: MemberRow) => {
      const lack = `Not returned: ${header.toLowerCase()}.`;
      const value = of(member);
      return value === undefined ? <Unknown reason={lack} /> : value ? 'Yes' : 'No';
    },
  });
  return [
    {
      ...head('name', 'Name', 'w-44', 'w-28'),
      required: true,
      sortable: { by: ({ user }) => nameOfMember(user)?.toLowerCase() },
      cell: (member) => <Name member={member} />,
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
      cell: ({ user }) => <KycMarks kyc={user?.kyc} />,
    },
    flag('verified', 'Verified', ({ user }) => user?.verified),
    {
      ...head('country', 'Country', 'w-32', 'w-16'),
      sortable: { by: ({ user }) => user?.country },
      cell: ({ user }) => textCell(user?.country, 'No country returned.'),
    },
    {
      ...head('joined', 'Joined', 'w-28', 'w-24'),
      sortable: { by: ({ createdAt }) => createdAt },
      cell: ({ createdAt }) => knownTime(createdAt, 'date', true),
    },
    { ...flag('activated', 'Activated', ({ user }) => user?.activated), optional: true },
    { ...flag('two-factor', 'Two-factor', ({ user }) => user?.two_factor_enabled), optional: true },
    {
      ...head('id', 'Member ID', 'w-44', 'w-28'),
      optional: true,
      cell: ({ _id }) => knownId(_id, 'member ID'),
    },
    {
      ...head('user', 'User ID', 'w-44', 'w-28'),
      optional: true,
      cell: ({ user }) => knownId(user?._id, 'user ID'),
    },
  ];
}

/** A member where there is no room for columns. */
export function MemberCard({ member, contacts }: { member: MemberRow; contacts: Contacts }) {
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 truncate font-medium">
          <Name member={member} plain />
        </span>
        <MemberStatus status={member.status} />
      </div>
      <div className="mt-1.5 flex items-center justify-between gap-3 text-muted text-table">
        <span className="min-w-0 truncate">
          <ContactValue {...{ member, contacts }} field="email" name="email address" />
        </span>
      </div>
      <p className="text-label text-muted wrap-anywhere">KYC: {kycSummary(member.user?.kyc)}</p>
    </>
  );
}

/** What a file of members holds, in the order of the list; contact data is as it is shown. */
export function memberFile(contacts: Contacts): FileColumn<MemberRow>[] {
  return [
    { heading: 'First name', cell: ({ user }) => user?.fname },
    { heading: 'Last name', cell: ({ user }) => user?.lname },
    { heading: 'Email', cell: (member) => contactOf(member, 'email', contacts) },
    { heading: 'Phone', cell: (member) => contactOf(member, 'phone', contacts) },
    { heading: 'Membership', cell: ({ status }) => status },
    ...KYC_CHECKS.map(({ field, label }) => ({
      heading: `KYC: ${label.toLowerCase()}`,
      cell: ({ user }: MemberRow) => user?.kyc?.[field],
    })),
    { heading: 'Verified', cell: ({ user }) => user?.verified },
    { heading: 'Country', cell: ({ user }) => user?.country },
    { heading: 'Joined', as: 'instant', cell: ({ createdAt }) => createdAt },
    { heading: 'Activated', cell: ({ user }) => user?.activated },
    { heading: 'Two-factor enabled', cell: ({ user }) => user?.two_factor_enabled },
    { heading: 'Member ID', cell: ({ _id }) => _id },
    { heading: 'User ID', cell: ({ user }) => user?._id },
    { heading: 'Type', cell: ({ user }) => user?.type },
    { heading: 'Membership updated', as: 'instant', cell: ({ updatedAt }) => updatedAt },
  ];
}

/** The checks that are not passed, in words: on a phone no hover explains a mark. */
function kycSummary(kyc: MemberRow['user']['kyc']): string {
  const open = openChecks(kyc);
  return open.length === 0 ? 'all passed' : open.map(({ words }) => words.toLowerCase()).join(', ');
}

/** A member's contact data as far as it is revealed, otherwise masked. */
function contactOf(
  { _id, user }: MemberRow,
  field: Exclude<keyof MemberContact, 'id'>,
  contacts: Contacts,
): string | undefined {
  return (contacts.shown[_id] ?? user)[field] ?? undefined;
}

function Name({ member, plain = false }: { member: MemberRow; plain?: boolean }) {
  const name = nameOfMember(member.user);
  const text = name === undefined ? (member._id ?? 'A member without a name') : clip(name, 100);
  if (plain || !member._id) return text;
  return (
    <RowLink
      href={memberAddress(member._id)}
      title={text}
      className="block max-w-70 truncate font-medium text-accent-text hover:underline"
    >
      {text}
    </RowLink>
  );
}

function MemberStatus({ status }: { status: string | undefined }) {
  if (!status) return <Unknown reason="No status was returned." />;
  return <Badge tone={statuses.get(status) ?? 'neutral'}>{clip(status, 100)}</Badge>;
}
