import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffectEvent, useRef, useState } from 'react';
import { createPath, type Location, useLocation, useNavigationType } from 'react-router-dom';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { useWindowEvent } from '#dashboard/ui/use-window-event.ts';
import { approach } from './page-parts.ts';

/** One stay on a page. Its state lasts as long, through every query of the page; another record is another stay. */
export interface Visit {
  key: string;
  /** The same object while the address is the same. */
  location: Location;
}

/** How long a page stays prerendered: it has read the clock, and the drafts that other tabs write. */
const READY_MS = 5_000;

/** The visit of the page at the address; and after it, if a link to another page is pointed at, that of the next. */
export function useVisits(): readonly Visit[] {
  const location = useLocation();
  const comesBack = useNavigationType() === 'POP';
  const [now, setNow] = useState<Visit>({ key: location.key, location });
  const [ready, setReady] = useState<{ visit: Visit; from: string } | null>(null);
  // One that was prerendered for an earlier visit, or has become the visit itself, is no longer next.
  const next = ready?.from === now.key ? ready.visit : null;
  useApproach((url) => {
    // On the way to a page, the pointer may cross other links: the page that is prerendered is the one to be shown.
    if (createPath(window.location) !== createPath(location)) return;
    const { pathname, search } = url;
    const isHere = pathname === location.pathname;
    // Pressing a link is an approach, too, and its page is prerendered already.
    const isNext = next !== null && createPath(next.location) === createPath(url);
    if (isHere || isNext) return;
    const key = newUuid();
    const visit = { key, location: { pathname, search, hash: '', state: null, key } };
    startTransition(() => setReady({ visit, from: now.key }));
    setTimeout(() => setReady((last) => (last?.visit === visit ? null : last)), READY_MS);
  });

  if (createPath(now.location) !== createPath(location)) {
    const stays = now.location.pathname === location.pathname;
    // Back leads to a page as it was left, not to one that was prerendered for a new visit.
    const isNext = next !== null && !comesBack && createPath(next.location) === createPath(location);
    setNow(stays ? { key: now.key, location } : isNext ? next : { key: location.key, location });
  }
  return next ? [now, next] : [now];
}

const OCCASIONS = ['pointerover', 'focusin', 'pointerdown'] as const;

/**
 * Prefetches a page's code and data when the pointer or the focus reaches any link to it. `onReady` is called when they
 * are there, unless another link has been reached since.
 */
function useApproach(onReady: (url: URL) => void): void {
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
    approach(url, client, type === 'pointerdown').then((ready) => {
      if (ready && last.current === occasion) tellReady(url);
    });
  });
}
