import { Suspense } from 'react';
import type { FollowUpRecord } from '#contract/follow-ups.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

const FollowUps = lazyPanel(() => import('./follow-ups.tsx').then((module) => module.FollowUps));

/** The follow-ups of a record, on its page. */
export function FollowUpsPanel({ record }: { record: FollowUpRecord }) {
  return (
    <Panel title="Follow-ups" className="print:hidden">
      <Suspense fallback={<div className="h-24" />}>
        <FollowUps key={`${record.kind} ${record.id}`} record={record} />
      </Suspense>
    </Panel>
  );
}
