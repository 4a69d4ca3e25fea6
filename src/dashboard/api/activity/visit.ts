import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { HOLDER_HEADER } from '#contract/session.ts';
import { lastVisit } from '#contract/visits.ts';
import { isInstant, perHolder } from '#dashboard/lib/storage.ts';
import { request } from '../http/client.ts';
import { sessionHolder, useDesk } from '../session/session.ts';

/**
 * What the person saw at the end of their last visit, as an instant; null if this is the first. It isn't known until
 * the gateway says so.
 */
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
  const stored = storedVisits.of(holder);
  if (stored !== undefined) {
    await put(holder, stored);
    storedVisits.put(holder, undefined);
  }
  return await put(holder, seen);
}

async function put(holder: string, seen: number): Promise<number | null> {
  const headers = { [HOLDER_HEADER]: holder };
  const body = { seen: new Date(seen).toISOString() };
  const { data } = await request('PUT', '/desk/visit', { body, headers });
  const { since } = z.parse(lastVisit, data);
  return since === null ? null : Date.parse(since);
}

/** Where earlier versions kept visits: in this browser, apart for each holder. They are handed to the gateway once. */
const storedVisits = perHolder('pledge-visits', (value) => {
  const seen = (value as { seen?: unknown } | null)?.seen;
  return isInstant(seen) ? seen : undefined;
});
