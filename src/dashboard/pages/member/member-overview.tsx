import { loansAddress } from '#dashboard/api/addresses.ts';
import { borrowerRecord, openChecks } from '#dashboard/api/loans/borrower-record.ts';
import { useAllLoans } from '#dashboard/api/loans/loans.ts';
import type { Contacts } from '#dashboard/api/members/contacts.ts';
import { KYC_CHECKS, type KycField, kycLabel, kycState } from '#dashboard/api/members/kyc.ts';
import { isActiveMember, type MemberRow } from '#dashboard/api/members/members.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { ContactValue } from '#dashboard/forms/contact-value.tsx';
import { KycMark } from '#dashboard/forms/kyc-marks.tsx';
import { emailItem, transactionsItem } from '#dashboard/forms/member-contact.tsx';
import { MemberStatus } from '#dashboard/forms/member-status.tsx';
import { countOf } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { type Definition, DefinitionPanel } from '#dashboard/ui/definition-list.tsx';
import { Flag, knownId, knownText, knownTime } from '#dashboard/ui/known.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';

/** What to do next about a member: late loans, checks that are not passed, a membership that is not active. */
export function NextSteps({ member: { user, status } }: { member: MemberRow }) {
  const { rows, shown } = useAllLoans(true);
  const { inGrace, pastGrace, pastDue, defaulted } = borrowerRecord(user._id, rows, useNow());
  const late = inGrace + pastGrace + pastDue + defaulted;
  const so = shown.state === 'complete' ? '' : ' so far';
  const checks = openChecks(user.kyc).map(({ words }) => words.toLowerCase().replace(': ', ' '));
  const [title, ...others] = [
    late > 0 && `Follow up on ${countOf(late, 'late or defaulted loan')}${so}.`,
    checks.length > 0 && `Complete KYC: ${checks.join(', ')}.`,
    !isActiveMember(status) && `Membership is “${clip(status, 60)}”.`,
  ].filter((step) => typeof step === 'string');
  if (!title) return null;
  const action = late > 0 && <ButtonLink to={loansAddress({ borrower: user._id })}>View loans</ButtonLink>;
  return (
    <Banner tone="warning" title={title} {...(action && { action })}>
      {others.join(' ')}
    </Banner>
  );
}

/** What people decide by: membership, contact, where from, since when, and trades. */
export function MemberOverview({ member, contacts }: { member: MemberRow; contacts: Contacts }) {
  const { user, status, createdAt } = member;
  const phone = <ContactValue {...{ member, contacts }} field="phone" name="phone number" />;
  const items = [
    { label: 'Membership', value: <MemberStatus status={status} /> },
    emailItem(member, contacts),
    { label: 'Phone', value: phone },
    { label: 'Country', value: knownText(user.country, 'country') },
    { label: 'Joined', value: knownTime(createdAt) },
    transactionsItem(member, contacts),
  ];
  return <DefinitionPanel title="Overview" items={items} />;
}

export function MemberChecks({ member: { user } }: { member: MemberRow }) {
  const items = KYC_CHECKS.map(({ field, label }) => ({
    label,
    value: <Check field={field} value={user.kyc?.[field]} />,
  }));
  return <DefinitionPanel title="KYC" items={items} />;
}

function Check({ field, value }: { field: KycField; value: string | boolean | undefined }) {
  if (kycState(value) === 'unsaid') return <Unknown reason="Not returned." />;
  return (
    <span className="[&>svg]:mr-1.5">
      <KycMark value={value} />
      {clip(kycLabel(field, value), 200)}
    </span>
  );
}

/** Everything that is known of a member, as names with values. What the service didn't return says so. */
export function MemberFacts({ member, contacts }: { member: MemberRow; contacts: Contacts }) {
  const { _id, user, organisation, updatedAt } = member;
  const text = (label: string, value: string | null | undefined) => ({
    label,
    value: knownText(value, label.toLowerCase()),
  });
  const contact = (label: string, field: 'homeAddress' | 'username') => ({
    label,
    value: <ContactValue {...{ member, contacts, field }} name={label.toLowerCase()} />,
  });
  const flag = (label: string, value: boolean | undefined) => ({
    label,
    value: <Flag value={value} lack="Not returned." />,
  });
  const panels: { title: string; items: Definition[] }[] = [
    {
      title: 'Profile',
      items: [
        { label: 'Member ID', value: <CopyId id={_id} name="member ID" />, note: 'Used to cancel orders' },
        {
          label: 'User ID',
          value: <CopyId id={user._id} name="user ID" />,
          note: 'Used as borrower on loans',
        },
        { label: 'Organisation', value: knownId(organisation, 'organisation ID') },
        text('First name', user.fname),
        text('Last name', user.lname),
        user.username?.includes('•') ? contact('Username', 'username') : text('Username', user.username),
        text('Type', user.type),
        { label: 'Entity', value: knownText(user.entity_type, 'entity type') },
        contact('Home address', 'homeAddress'),
        text('City', user.city),
        text('State', user.state),
        text('Country', user.country),
      ],
    },
    {
      title: 'Flags',
      items: [
        flag('Verified', user.verified),
        flag('Activated', user.activated),
        flag('Self-activated', user.self_activated),
        flag('Two-factor enabled', user.two_factor_enabled),
        flag('PIN set', user.pin_set),
        flag('Biometrics', user.biometrics_auth),
        flag('Dealroom member', user.dealroom_member),
      ],
    },
    {
      title: 'Onboarding tour',
      items: [
        flag('Introduction', user.tour?.introduction_tour),
        flag('Wallet', user.tour?.wallet_tour),
        flag('Secondary market', user.tour?.secondary_tour),
      ],
    },
    {
      title: 'Dates',
      items: [
        { label: 'Membership updated', value: knownTime(updatedAt) },
        { label: 'Signed up', value: knownTime(user.createdAt) },
        { label: 'Profile updated', value: knownTime(user.updatedAt) },
      ],
    },
  ];
  return (
    <div className="grid items-start gap-4 p-4 lg:grid-cols-2">
      {panels.map((panel) => (
        <DefinitionPanel key={panel.title} {...panel} />
      ))}
    </div>
  );
}
