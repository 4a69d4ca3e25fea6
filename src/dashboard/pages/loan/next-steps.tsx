import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Copy from 'lucide-react/icons/copy';
import Phone from 'lucide-react/icons/phone';
import { type ReactNode, useState } from 'react';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { reminderOf } from '#dashboard/api/loans/reminder.ts';
import { standingOf } from '#dashboard/api/loans/standing.ts';
import type { Contacts } from '#dashboard/api/members/contacts.ts';
import { type MemberRow, nameOfMember } from '#dashboard/api/members/members.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { copyText } from '#dashboard/lib/clipboard.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

/** What can be done about an open loan now. Nothing here changes the loan. */
export function NextSteps(props: {
  loan: LoanRow;
  member: MemberRow | undefined;
  contacts: Contacts;
  now: number;
}) {
  const { loan, member, contacts, now } = props;
  const name = member && nameOfMember(member.user);
  const organisation = useDesk().session?.label ?? '';
  const reminder = reminderOf(loan, { now, name, organisation });
  if (reminder === null) return null;
  const { tone } = standingOf(loan, now);
  const isLate = tone === 'warning' || tone === 'danger';
  const shown = member && contacts.shown[member._id];
  return (
    <Panel title="Next steps" className="print:hidden">
      <div className="flex flex-col gap-3 px-4 py-3 text-table">
        {isLate && (
          <p>
            Contact the borrower, agree on a date, and add a follow-up with that date and the person who
            checks it.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {isLate && member && contacts.may && !shown && (
            <Button
              icon={<Phone size={16} aria-hidden />}
              busy={contacts.isPending}
              title="This is recorded."
              onClick={() => contacts.reveal([member._id])}
            >
              Show contact details
            </Button>
          )}
          <SayingButton
            icon={<Copy size={16} aria-hidden />}
            label="Copy reminder"
            act={async () => ((await copyText(reminder)) ? 'Copied' : 'The browser did not allow copying')}
          />
          <SayingButton
            icon={<CalendarPlus size={16} aria-hidden />}
            label="Add to calendar"
            act={async () => {
              try {
                const { saveDueDate } = await import('#dashboard/api/loans/due-event.ts');
                saveDueDate(loan, { now, name, origin: location.origin });
                return 'Calendar file saved';
              } catch {
                return 'The calendar file could not be made. Try again.';
              }
            }}
          />
        </div>
        {isLate && shown && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 [&_dt]:text-muted">
            <dt>Email</dt>
            <dd>{shown.email ? <ContactLink scheme="mailto" text={shown.email} /> : 'None'}</dd>
            <dt>Phone</dt>
            <dd>{shown.phone ? <ContactLink scheme="tel" text={shown.phone} /> : 'None'}</dd>
          </dl>
        )}
        <details>
          <summary className="cursor-pointer text-muted max-md:py-3">Reminder text</summary>
          <p className="mt-2 whitespace-pre-wrap rounded-control border border-hairline p-3 wrap-anywhere">
            {reminder}
          </p>
        </details>
      </div>
    </Panel>
  );
}

function ContactLink({ scheme, text }: { scheme: 'mailto' | 'tel'; text: string }) {
  return (
    <a
      // A dialler takes the plus sign of a number only as it is.
      href={`${scheme}:${encodeURIComponent(text).replaceAll('%2B', '+')}`}
      className="text-accent-text wrap-anywhere hover:underline"
    >
      <bdi>{text}</bdi>
    </a>
  );
}

/** A button with what came of it, which `act` resolves to, and which is also announced. */
function SayingButton({ icon, label, act }: { icon: ReactNode; label: string; act: () => Promise<string> }) {
  const [outcome, setOutcome] = useState<string | null>(null);
  return (
    <span className="inline-flex items-center">
      <Button icon={icon} onClick={async () => setOutcome(await act())}>
        {label}
      </Button>
      <span role="status" className="text-label text-muted not-empty:ml-2">
        {outcome}
      </span>
    </span>
  );
}
