import type { FollowUp } from '#contract/follow-ups.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { DueDate } from './due-date.tsx';

interface FollowUpChangedProps {
  /** As someone else left it. */
  followUp: FollowUp;
  onKeep: () => void;
}

/** What a follow-up says by now, while another version of it is being typed: saving is refused until it was seen. */
export function FollowUpChanged({ followUp, onKeep }: FollowUpChangedProps) {
  const { text, assignee, doneAt } = followUp;
  return (
    <Banner
      tone="warning"
      title="This follow-up has changed since you opened it"
      action={<Button onClick={onKeep}>Keep mine</Button>}
    >
      <p className="whitespace-pre-wrap">{text}</p>
      <p className="flex flex-wrap gap-x-3">
        {doneAt !== null && <span>Done</span>}
        <DueDate followUp={followUp} />
        <span>{assignee ? `Assigned to ${clip(assignee.name, 80)}` : 'Not assigned'}</span>
      </p>
      <p>If you keep yours, saving replaces this. Discarding leaves it as it is.</p>
    </Banner>
  );
}
