import { TextField } from '#dashboard/forms/text-field.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

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
          name="member"
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
