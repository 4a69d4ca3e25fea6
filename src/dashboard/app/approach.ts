import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { use, useEffectEvent, useRef, useState } from 'react';
import { createPath, type Location } from 'react-router-dom';
import { useWindowEvent } from '#dashboard/ui/use-window-event.ts';
import { fetchAhead } from './page-parts.ts';

interface Approach {
  path: string;
  /** Resolves with whether the page has everything that it shows first. */
  fetched: Promise<boolean>;
  isReady: boolean;
}

/** The page that was approached last. */
let nearest: Approach | undefined;

function approach(url: URL, client: QueryClient, sure: boolean): Approach {
  const begun: Approach = { path: createPath(url), fetched: fetchAhead(url, client, sure), isReady: false };
  nearest = begun;
  void begun.fetched.then((ready) => {
    begun.isReady = ready;
  });
  return begun;
}

const OCCASIONS = ['pointerover', 'focusin', 'pointerdown'] as const;

/**
 * Prefetches a page's code and data when the pointer or the focus reaches any link to it. `onReady` is called when they
 * are there, unless another link has been reached since.
 */
export function useApproach(onReady: (url: URL) => void): void {
  const client = useQueryClient();
  const last = useRef('');
  const tellReady = useEffectEvent(onReady);
  useWindowEvent(OCCASIONS, ({ type, target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link?.href || link.origin !== location.origin || link.target || link.hash) return;
    const occasion = `${type} ${link.href}`;
    if (occasion === last.current) return;
    last.current = occasion;
    const url = new URL(link.href);
    approach(url, client, type === 'pointerdown').fetched.then((ready) => {
      if (ready && last.current === occasion) tellReady(url);
    });
  });
}

/** How long a page that is navigated to waits for its data, as on the server, so as to be rendered once; 0: not at all. */
export const patience = { ms: 250 };

/** What the present navigation waits for. React discards the state of a render that waits, so it is kept outside. */
let arriving: { key: string; wait: Promise<unknown> | null } | undefined;

function waitFor(location: Location, client: QueryClient): Promise<unknown> | null {
  if (patience.ms === 0) return null;
  if (arriving?.key === location.key) return arriving.wait;
  const path = createPath(location);
  const { isReady, fetched } =
    nearest?.path === path ? nearest : approach(new URL(path, window.location.origin), client, true);
  const late = new Promise((resolve) => setTimeout(resolve, patience.ms));
  const wait = isReady ? null : Promise.race([fetched, late]);
  arriving = { key: location.key, wait };
  return wait;
}

/** Has a page that is navigated to come with its data, unless they take long: until then, the page before it stays. */
export function useArrival(location: Location, waits: boolean): void {
  const client = useQueryClient();
  // A change of the page's own query is no arrival.
  const [arrival] = useState(waits ? location.key : null);
  const wait = arrival === location.key ? waitFor(location, client) : null;
  if (wait) use(wait);
}
