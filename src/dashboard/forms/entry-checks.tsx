import type { JournalEntry } from '#contract/operations.ts';
import { KIND_PERMISSIONS } from '#contract/permissions.ts';
import { explainChange } from '#dashboard/api/http/explain.ts';
import { useEntryAction } from '#dashboard/api/operations/entries.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { formatClockFully } from '#dashboard/lib/times.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';

/** How far the gateway has come in checking an unknown outcome, live, and a button that has it checked now. */
export function EntryChecks({ entry }: { entry: JournalEntry }) {
  const { mutate, isPending, error } = useEntryAction(entry.id);
  const mayDecide = useMay(KIND_PERMISSIONS[entry.kind]);
  const now = useNow(entry.nextCheckAt === null ? null : 1_000);
  const last = entry.checks.at(-1);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div role="status" className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <p className="tabular">{scheduleOf(entry, now)}</p>
        {last && (
          <p>
            Last check at {formatClockFully(Date.parse(last.at))}: {last.saw}
          </p>
        )}
        {error && <p>The check could not be requested. {explainChange(error)}</p>}
      </div>
      {mayDecide && (
        <Button busy={isPending} onClick={() => mutate({ kind: 'check' })}>
          Check now
        </Button>
      )}
    </div>
  );
}

function scheduleOf({ checks, nextCheckAt, blocked }: JournalEntry, now: number): string {
  const count = checks.length === 0 ? 'Not checked yet.' : `${countOf(checks.length, 'check')} so far.`;
  if (blocked) {
    return `${count} Checks are paused because the access token was refused. They resume when someone in your organisation signs in.`;
  }
  if (nextCheckAt === null) return `${count} A check is in progress or automatic checks have ended.`;
  const at = Date.parse(nextCheckAt);
  return at <= now ? `${count} Checking now.` : `${count} Next check at ${formatClockFully(at)}.`;
}
