import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { prepareCancelRun, useCancelRun } from '#dashboard/api/cancel-run.ts';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { Compose } from './compose.tsx';
import { RunView } from './run-view.tsx';

export function loader(client: QueryClient): Promise<void> {
  return prepareCancelRun(client);
}

export default function CancelOrdersPage() {
  const run = useCancelRun();
  useFocusOn(run.place === 'loading' ? 'loading' : run.head === null ? 'compose' : 'run');
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-4 px-4 py-4 md:px-6">
      <PageHead title="Cancel orders" />
      {run.place === 'loading' ? (
        <div aria-busy="true" className="rounded-panel border border-hairline bg-panel p-4">
          <Skeleton className="w-2/3" />
        </div>
      ) : run.head === null ? (
        <Compose run={run} />
      ) : (
        <RunView run={run} head={run.head} />
      )}
    </div>
  );
}

/** Gives the focus to the title where one view takes the other's place, and with it what had the focus. */
function useFocusOn(view: 'loading' | 'compose' | 'run'): void {
  const before = useRef(view);
  useEffect(() => {
    const isTurn = before.current !== 'loading' && before.current !== view;
    before.current = view;
    if (isTurn && document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, [view]);
}
