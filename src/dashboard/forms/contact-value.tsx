import { Eye, EyeOff } from 'lucide-react';
import type { MemberContact } from '#contract/contacts.ts';
import type { Contacts } from '#dashboard/api/members/contacts.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import { clip } from '#dashboard/lib/truncate.ts';
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
        <button
          type="button"
          aria-label={`${act} the ${name}`}
          title={contact ? `Hide the ${name}` : `Show the ${name}. This is recorded.`}
          aria-busy={contacts.isPending || undefined}
          onClick={() => (contact ? contacts.mask([id]) : contacts.reveal([id]))}
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-control text-faint hover:bg-active hover:text-text max-md:size-11 print:hidden"
        >
          <Icon size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
