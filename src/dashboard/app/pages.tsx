import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Activity, memo, startTransition, use, useEffectEvent, useRef, useState } from 'react';
import { createPath, type Location, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import type { Permission } from '#contract/permissions.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { useFormats } from '#dashboard/lib/use-settings.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { pageShown } from '#dashboard/ui/late-part.tsx';
import { useWindowEvent } from '#dashboard/ui/use-window-event.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { fetchAhead, NotFound, NotPermitted, RoleLost } from './page-parts.ts';
import { lackFor, type Page, pages } from './paths.ts';

/** The page at the address; and hidden, the page whose link is pointed at, which a click then only has to show. */
export function Pages() {
  const comesBack = useNavigationType() === 'POP';
  return useVisits().map(({ key, location }, index) => (
    <Activity key={key} mode={index === 0 ? 'visible' : 'hidden'}>
      <div
        ref={pageShown}
        data-page={index === 0 ? 'in-view' : 'ready'}
        className="flow-root desk:h-full print:h-auto"
      >
        <PageAt location={location} waits={index === 0 && !comesBack} />
      </div>
    </Activity>
  ));
}

/** A page with a location of its own, because a hidden page isn't at the address yet. */
const PageAt = memo(function PageAt({ location, waits }: { location: Location; waits: boolean }) {
  useArrival(location, waits);
  // Figures and dates are written by settings: when those change, the page renders again, and keeps its state.
  useFormats();
  const roles = useDesk().session?.roles ?? [];
  return (
    <ErrorBoundary attempt={location.pathname}>
      <Routes location={location}>
        {Object.values(pages).map((page) => {
          const element = <Permitted page={page} lack={lackFor(page, roles)} />;
          return <Route key={page.path} path={page.path} element={element} />;
        })}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </ErrorBoundary>
  );
});

/** A page, if the person lacks no permission for it. One that was open when a role was taken away stays, with what was typed. */
function Permitted({ page, lack }: { page: Page; lack: Permission | null }) {
  const [wasOpen, setWasOpen] = useState(lack === null);
  if (lack === null && !wasOpen) setWasOpen(true);
  if (lack !== null && !wasOpen) return <NotPermitted page={page} permission={lack} />;
  return (
    <>
      {lack !== null && <RoleLost />}
      <page.Part />
    </>
  );
}

/** One stay on a page. Its state lasts as long, through every query of the page; another record is another stay. */
interface Visit {
  key: string;
  /** The same object while the address is the same. */
  location: Location;
}

/** The visit of the page at the address; and after it, if a link to another page is pointed at, that of the next. */
function useVisits(): readonly Visit[] {
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
    // It stays prerendered for a short time only: it has read the clock, and the drafts that other tabs write.
    setTimeout(() => setReady((last) => (last?.visit === visit ? null : last)), 5_000);
  });

  if (createPath(now.location) !== createPath(location)) {
    const stays = now.location.pathname === location.pathname;
    // Back leads to a page as it was left, not to one that was prerendered for a new visit.
    const isNext = next !== null && !comesBack && createPath(next.location) === createPath(location);
    setNow(stays ? { key: now.key, location } : isNext ? next : { key: location.key, location });
  }
  return next ? [now, next] : [now];
}

interface Approach {
  path: string;
  /** Resolves with whether the page has everything that it shows first. */
  fetched: Promise<boolean>;
  isReady: boolean;
}

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
function useArrival(location: Location, waits: boolean): void {
  const client = useQueryClient();
  // A change of the page's own query is no arrival.
  const [arrival] = useState(waits ? location.key : null);
  const wait = arrival === location.key ? waitFor(location, client) : null;
  if (wait) use(wait);
}
