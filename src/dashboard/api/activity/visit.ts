import { useEffect, useState } from 'react';
import { lastVisit } from '#contract/visits.ts';
import { readOwn, sendFor } from '../own-data.ts';
import { sessionHolder, useDesk } from '../session/session.ts';

/** What was seen at the end of the last visit, as an instant; null if this is the first. */
export type LastVisit =
  | { state: 'loading' | 'failed'; since: null }
  | { state: 'known'; since: number | null };

/** When the last visit ended; what is complete as of `seen` counts as seen in this one. */
export function useLastVisit(seen: number | null): LastVisit {
  const holder = sessionHolder(useDesk());
  const [visit, setVisit] = useState<LastVisit>({ state: 'loading', since: null });
  useEffect(() => {
    if (seen === null) return;
    let isOver = false;
    noteVisit(holder, seen).then(
      (since) => isOver || setVisit({ state: 'known', since }),
      // What is known stays: it is of the visit that goes on.
      () =>
        isOver || setVisit((known) => (known.state === 'known' ? known : { state: 'failed', since: null })),
    );
    return () => {
      isOver = true;
    };
  }, [holder, seen]);
  return visit;
}

async function noteVisit(holder: string, seen: number): Promise<number | null> {
  const body = { seen: new Date(seen).toISOString() };
  const { since } = readOwn(lastVisit, (await sendFor(holder, 'PUT', '/desk/visit', body)).data);
  return since === null ? null : Date.parse(since);
}
