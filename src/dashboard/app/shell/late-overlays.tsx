import { useRef, useState, useSyncExternalStore } from 'react';
import { useLiveEvents } from '#dashboard/api/activity/live-events.ts';
import { type Call, callsSeen, changesSeen, subscribeToCalls } from '#dashboard/api/http/call-log.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { useWindowEvent } from '#dashboard/ui/use-window-event.ts';

/** What comes over any page by itself, and what keeps the page up to date: in one chunk, loaded after the page. */
export function LateOverlays() {
  useLiveEvents(useMay('read'));
  return (
    <>
      <TapTip />
      <Silence />
    </>
  );
}

/** Says that the service is silent, for how long, and whether Pledge is trying again. */
export function Silence() {
  useSyncExternalStore(subscribeToCalls, changesSeen, changesSeen);
  const isWaiting = callsSeen().some(isOpen);
  const now = useNow(isWaiting ? 1_000 : null);
  const longest = silentReads(callsSeen(), now).sort((a, b) => a.since - b.since)[0];
  const isSilent = longest !== undefined && now - longest.since >= 10_000;
  const what = longest?.isRetry ? ', trying again' : '';
  return (
    <>
      {/* Announced once for each try, not every second. */}
      <p role="status" className="sr-only">
        {isSilent && `No answer yet${what}.`}
      </p>
      {isSilent && (
        <p
          aria-hidden
          className="tabular fixed bottom-4 left-1/2 z-20 -translate-x-1/2 whitespace-nowrap rounded-control border border-warning-border bg-warning-soft px-3 py-1.5 text-table text-warning shadow-float print:hidden"
        >
          No answer for {Math.floor((now - longest.since) / 1_000)} s{what}
        </p>
      )}
    </>
  );
}

function isOpen({ method, state }: Call): boolean {
  return method === 'GET' && state !== 'answered' && state !== 'cancelled';
}

/** The reads without an answer, or about to be tried again: since when, and whether they were tried before. */
function silentReads(calls: readonly Call[], now: number): { since: number; isRetry: boolean }[] {
  const last = new Map(calls.filter(({ method }) => method === 'GET').map((call) => [call.path, call]));
  return [...last.values()].flatMap((call) => {
    const isUnderWay = call.state === 'under-way';
    const failed = call.state === 'timeout' || call.state === 'network' || (call.status ?? 0) >= 500;
    if (!isUnderWay && !(failed && now - call.at - (call.ms ?? 0) < 4_000)) return [];
    const tries = calls.filter(({ method, path }) => method === 'GET' && path === call.path);
    const since = tries.at(-1 - call.retries)?.at ?? call.at;
    return [{ since, isRetry: call.retries > 0 || !isUnderWay }];
  });
}

const Popover = lazyPanel(() => import('#dashboard/ui/popover.tsx').then((module) => module.Popover));

/** A tap on these does something else. */
const PRESSED = ':is(a, button, label, input, select, textarea, summary):not([aria-disabled=true])';

/** Shows on a tap what a pointer would see on hover: the `title` of the element. */
export function TapTip() {
  const [tip, setTip] = useState<string | null>(null);
  const anchor = useRef<HTMLElement>(null);
  useWindowEvent('click', (event) => {
    if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return;
    const target = event.target instanceof Element ? event.target : null;
    const titled = target?.closest<HTMLElement>('[title]');
    if (!titled?.title || target?.closest(PRESSED)) return;
    const isCut = titled.scrollWidth > titled.clientWidth || titled.scrollHeight > titled.clientHeight;
    if (titled.title === titled.textContent && !isCut) return;
    anchor.current = titled;
    setTip(titled.title);
  });
  if (tip === null) return null;
  return (
    <Popover.Apart key={tip} label="Explanation" anchor={anchor} onClose={() => setTip(null)}>
      <p className="p-2 wrap-anywhere">{tip}</p>
    </Popover.Apart>
  );
}
