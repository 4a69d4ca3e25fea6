import type { FollowUp } from '#contract/follow-ups.ts';
import { boundsOfDay, formatDay } from '#dashboard/lib/times.ts';
import { useNow } from '#dashboard/ui/use-now.ts';

/** When something has to be done next; nothing if no date is set. */
export function DueDate({ followUp: { due, doneAt } }: { followUp: Pick<FollowUp, 'due' | 'doneAt'> }) {
  const now = useNow();
  if (due === null) return null;
  const { from, to } = boundsOfDay(due);
  const isOverdue = doneAt === null && to < now;
  return (
    <span className={isOverdue ? 'text-danger' : ''}>
      Due {formatDay(from)}
      {isOverdue && ', overdue'}
    </span>
  );
}
