import { memo, Suspense } from 'react';
import type { FollowUpRecord } from '#contract/follow-ups.ts';
import type { HistoryRecord } from '#dashboard/api/activity/history.ts';
import { useFormats } from '#dashboard/lib/use-settings.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';

const FollowUps = lazyPanel(() => import('./follow-ups.tsx').then((module) => module.FollowUps));
const RecordHistory = lazyPanel(() => import('./record-history.tsx').then((module) => module.RecordHistory));

const placeholder = <div className="h-24" />;

/**
 * The follow-ups of a record, on its page. Kept while the page renders again: React would put the placeholder where the
 * server's list is, until the list's code is there.
 */
export const FollowUpsPanel = memo(function FollowUpsPanel(record: FollowUpRecord) {
  useFormats();
  return (
    <Panel title="Follow-ups" className="print:hidden">
      <Suspense fallback={placeholder}>
        <FollowUps key={`${record.kind} ${record.id}`} record={record} />
      </Suspense>
    </Panel>
  );
});

/** What was done about a record and by whom, on its page. The page doesn't wait for it: it is loaded after hydration. */
export function RecordHistoryPanel(record: HistoryRecord) {
  const isHydrated = useHydrated();
  return (
    <Panel title="History" className="print:hidden">
      {isHydrated ? (
        <Suspense fallback={placeholder}>
          <RecordHistory key={`${record.kind} ${record.id}`} record={record} />
        </Suspense>
      ) : (
        placeholder
      )}
    </Panel>
  );
}
