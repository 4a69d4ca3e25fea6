import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import type { MemberContact } from '#contract/contacts.ts';
import type { Contacts } from '#dashboard/api/members/contacts.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { IconButton } from '#dashboard/ui/button.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

interface ContactValueProps {
  member: MemberRow;
  field: Exclude<keyof MemberContact, 'id'>;
  /** What it is: `email address`. */
  name: string;
  contacts: Contacts;
}

/** One of a member's contact data: masked until someone who may see it reveals it. */
export function ContactValue({ member: { _id: id, user }, field, name, contacts }: ContactValueProps) {
  const contact = contacts.shown[id];
  const text = contact ? contact[field] : user[field];
  if (!text) return <Unknown reason={`This member has no ${name}.`} />;
  const act = contact ? 'Hide' : 'Show';
  const Icon = contact ? EyeOff : Eye;
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi className="truncate" title={contacts.may ? text : 'Your role sees contact data masked.'}>
        {clip(text, 320)}
      </bdi>
      {contacts.may && (
        <IconButton
          look="faint"
          label={`${act} the ${name}`}
          title={contact ? `Hide the ${name}` : `Show the ${name}. This is recorded.`}
          icon={<Icon size={14} aria-hidden />}
          aria-busy={contacts.isPending || undefined}
          onClick={() => (contact ? contacts.mask([id]) : contacts.reveal([id]))}
          className="print:hidden"
        />
      )}
    </span>
  );
}
