import { nameOfMember, useAllMembers } from '#dashboard/api/members/members.ts';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

/** The name of a member by either id, once the members are loaded. */
export function useMemberName(id: string | null): string | undefined {
  const { rows } = useAllMembers(id !== null && id !== '');
  const member = rows.find(({ _id, user }) => _id === id || user._id === id);
  return member && nameOfMember(member.user);
}

interface MemberFieldProps {
  value: string;
  name: string | undefined;
  error: string | undefined;
  onChange: (id: string) => void;
}

/** The member whose orders are cancelled. */
export function MemberField({ value, name, error, onChange }: MemberFieldProps) {
  return (
    <Panel title="Member">
      <div className="p-4">
        <TextField
          label="Member ID"
          help={name ?? 'From the member’s page.'}
          error={error}
          text={value}
          onText={onChange}
          mono
        />
      </div>
    </Panel>
  );
}
