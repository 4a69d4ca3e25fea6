import type { Contacts } from '#dashboard/api/members/contacts.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import { ContactValue } from '#dashboard/forms/contact-value.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { type Definition, DefinitionPanel } from '#dashboard/ui/definition-list.tsx';
import { Flag, knownId, knownText, knownTime } from '#dashboard/ui/known.tsx';

/** Everything that is known of a member, as names with values. What the service didn't return says so. */
export function MemberFacts({ member, contacts }: { member: MemberRow; contacts: Contacts }) {
  const { _id, user, organisation, updatedAt } = member;
  const contact = (field: 'homeAddress' | 'username', name: string) => (
    <ContactValue {...{ member, contacts, field, name }} />
  );
  return (
    <div className="grid items-start gap-4 p-4 lg:grid-cols-2">
      <DefinitionPanel
        title="Profile"
        items={[
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
        ]}
      />
      <DefinitionPanel
        title="Flags"
        items={[
          flag('Verified', user.verified),
          flag('Activated', user.activated),
          flag('Self-activated', user.self_activated),
          flag('Two-factor enabled', user.two_factor_enabled),
          flag('PIN set', user.pin_set),
          flag('Biometrics', user.biometrics_auth),
          flag('Dealroom member', user.dealroom_member),
        ]}
      />
      <DefinitionPanel
        title="Onboarding tour"
        items={[
          flag('Introduction', user.tour?.introduction_tour),
          flag('Wallet', user.tour?.wallet_tour),
          flag('Secondary market', user.tour?.secondary_tour),
        ]}
      />
      <DefinitionPanel
        title="Dates"
        items={[
          { label: 'Membership updated', value: knownTime(updatedAt) },
          { label: 'Signed up', value: knownTime(user.createdAt) },
          { label: 'Profile updated', value: knownTime(user.updatedAt) },
        ]}
      />
    </div>
  );
}

function flag(label: string, value: boolean | undefined): Definition {
  return { label, value: <Flag value={value} lack="Not returned." /> };
}
