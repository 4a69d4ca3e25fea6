import { Suspense } from 'react';
import type { HistoryRecord } from '#dashboard/api/activity/history.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';

const RecordHistory = lazyPanel(() => import('./record-history.tsx').then((module) => module.RecordHistory));

/** What was done about a record and by whom, on its page. The page doesn't wait for it: it is loaded after hydration. */
export function RecordHistoryPanel(record: HistoryRecord) {
  const placeholder = <div className="h-24" />;
  return (
    <Panel title="History" className="print:hidden">
      {useHydrated() ? (
        <Suspense fallback={placeholder}>
          <RecordHistory key={`${record.kind} ${record.id}`} record={record} />
        </Suspense>
      ) : (
        placeholder
      )}
    </Panel>
  );
}
