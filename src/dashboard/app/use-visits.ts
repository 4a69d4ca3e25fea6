import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { type Location, type Path, useLocation, useNavigationType } from 'react-router-dom';
import { addressOf } from './in-view.ts';
import { pageAt } from './paths.ts';
import { useApproach } from './use-approach.ts';

/** One stay on a page. What is typed or chosen there lasts as long, through all of the page's own addresses. */
export interface Visit {
  key: string;
  /** The same object for as long as the address is the same. */
  location: Location;
}

/**
 * How long a page that was made ready is as good as one that is opened now. It has read the clock, and the drafts
 * that other tabs write, as it was rendered.
 */
const READY_MS = 5_000;

let approached = 0;

/** The visit that is on; and after it, if a link to another page is approached, the visit that would be next. */
export function useVisits(): readonly Visit[] {
  const location = useLocation();
  const comesBack = useNavigationType() === 'POP';
  const [now, setNow] = useState<Visit>({ key: location.key, location });
  const [next, setNext] = useState<Visit | null>(null);
  // What stands ready may be in view already: the history shows it before it tells of the step.
  const isUntold = () => addressOf(window.location) !== addressOf(location);
  useApproach((url) => {
    if (isUntold()) return;
    const { pathname, search } = url;
    const isHere = pathOf(url) === pathOf(window.location);
    // The press on a link is an approach as well: the page that was made ready as it was pointed at is not made anew.
    const isNext = next !== null && addressOf(next.location) === addressOf(url);
    if (isHere || isNext) return;
    approached += 1;
    const key = `approached ${approached}`;
    startTransition(() => setNext({ key, location: { pathname, search, hash: '', state: null, key } }));
  });

  const giveUp = useEffectEvent(() => {
    if (!isUntold()) setNext(null);
  });
  useEffect(() => {
    const timer = next && setTimeout(giveUp, READY_MS);
    return () => clearTimeout(timer ?? undefined);
  }, [next]);

  if (addressOf(now.location) !== addressOf(location)) {
    const stays = pathOf(now.location) === pathOf(location);
    // Back leads to a page as it was left, not to one that was made ready for a new visit.
    const isNext = next !== null && !comesBack && addressOf(next.location) === addressOf(location);
    setNow(stays ? { key: now.key, location } : isNext ? next : { key: location.key, location });
    if (!stays) setNext(null);
  }
  return next ? [now, next] : [now];
}

function pathOf({ pathname }: Pick<Path, 'pathname'>): string | undefined {
  return pageAt(pathname)?.page.path;
}
