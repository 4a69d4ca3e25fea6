import { Link } from 'react-router-dom';
import { loansAddress } from '#dashboard/api/addresses.ts';
import { useAllLoans } from '#dashboard/api/loans/all-loans.ts';
import { borrowerRecord, openChecks } from '#dashboard/api/loans/borrower-record.ts';
import type { Contacts } from '#dashboard/api/members/contacts.ts';
import { KYC_CHECKS, type KycField, kycState, kycWord } from '#dashboard/api/members/kyc.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import { ContactValue } from '#dashboard/forms/contact-value.tsx';
import { KycMark } from '#dashboard/forms/kyc-marks.tsx';
import { emailItem, transactionsItem } from '#dashboard/forms/member-contact.tsx';
import { countOf } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { DefinitionPanel } from '#dashboard/ui/definition-list.tsx';
import { knownText, knownTime } from '#dashboard/ui/known.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';

const isActive = ({ status }: MemberRow) => /^active$/i.test(status);

/** What to do next about a member: late loans, checks that are not passed, a membership that is not active. */
export function NextSteps({ member }: { member: MemberRow }) {
  const { user, status } = member;
  const { rows } = useAllLoans(true);
  const { inGrace, pastGrace, defaulted } = borrowerRecord(user._id, rows, useNow());
  const late = inGrace + pastGrace + defaulted;
  const checks = openChecks(user.kyc);
  const steps = [
    late > 0 && `Follow up on ${countOf(late, 'late or defaulted loan')}.`,
    checks.length > 0 && `Complete KYC: ${checks.map(({ words }) => words.toLowerCase()).join(', ')}.`,
    !isActive(member) && `Membership is “${clip(status, 60)}”.`,
  ].filter((step) => typeof step === 'string');
  if (steps.length === 0) return null;
  return (
    <Banner
      tone="warning"
      title={steps[0] ?? ''}
      {...(late > 0 && {
        action: (
          <Link to={loansAddress({ borrower: user._id })} className={buttonClass()}>
            View loans
          </Link>
        ),
      })}
    >
      {steps.slice(1).join(' ')}
    </Banner>
  );
}

/** What people decide by: membership, contact, where from, since when, and trades. */
export function MemberOverview({ member, contacts }: { member: MemberRow; contacts: Contacts }) {
  const { user, status, createdAt } = member;
  return (
    <DefinitionPanel
      title="Overview"
      items={[
        {
          label: 'Membership',
          value: <Badge tone={isActive(member) ? 'success' : 'warning'}>{clip(status, 100)}</Badge>,
        },
        emailItem(member, contacts),
        {
          label: 'Phone',
          value: <ContactValue {...{ member, contacts }} field="phone" name="phone number" />,
        },
        { label: 'Country', value: knownText(user.country, 'country') },
        { label: 'Joined', value: knownTime(createdAt) },
        transactionsItem(member, contacts),
      ]}
    />
  );
}

/** Every check of a member in words. */
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
    <span className="inline-flex items-center gap-1.5">
      <KycMark value={value} />
      {clip(kycWord(field, value), 200)}
    </span>
  );
}
