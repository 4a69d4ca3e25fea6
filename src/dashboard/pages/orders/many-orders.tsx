import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { sessionHolder, useDesk } from '#dashboard/api/session.ts';
import { runAddress } from '#dashboard/lib/run-addresses.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { Compose } from './compose.tsx';
import { readDrafts, startedRunsQuery } from './run-drafts.ts';

/** Composes a run: from the draft that this browser has, unless the gateway says that its run was started. */
export function ManyOrders({ oneMember }: { oneMember: boolean }) {
  const holder = sessionHolder(useDesk());
  const [kept] = useState(() => readDrafts(holder));
  const query = useQuery(startedRunsQuery(holder, kept));
  if (query.isLoading) {
    return (
      <div aria-busy="true" className="rounded-panel border border-hairline bg-panel p-4">
        <Skeleton className="w-2/3" />
      </div>
    );
  }
  // If the gateway can't say, the draft is offered: starting its run again under the same id makes no second run.
  const started = query.data ?? [];
  return (
    <>
      {started.map((id) => (
        <Banner
          key={id}
          tone="info"
          title="The run that you started here was accepted"
          action={
            <Link to={runAddress(id)} className={buttonClass()}>
              View run
            </Link>
          }
        />
      ))}
      <Compose key={holder} kept={readDrafts(holder, started)} holder={holder} oneMember={oneMember} />
    </>
  );
}
