import { type ComponentProps, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { type Path, UNSAFE_createBrowserHistory, type unstable_HistoryRouter } from 'react-router-dom';
import { afterPaint } from '#dashboard/ui/after-paint.ts';
import { isShownAhead, readyPlace, showReady } from './in-view.ts';

type History = ComponentProps<typeof unstable_HistoryRouter>['history'];

/**
 * The browser's history, which shows a page that stands ready before it tells React of the step there: shown, it is
 * painted in a third of the time that React takes to follow with titles, effects and what stands round the page.
 * Every other step is a transition, in which the page of before stays until the next one is there.
 */
export function deskHistory(): History {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true });
  let due: (() => void) | null = null;
  // A press on a page that React knows nothing of yet would find nobody listening.
  const catchUp = () => {
    if (due && isShownAhead()) flushSync(due);
  };
  const listen: History['listen'] = (listener) => {
    const stop = history.listen((step) => {
      // Steps are told of in their order, however quickly one comes after another.
      due?.();
      const tell = () => listener(step);
      const ready = step.action === 'POP' ? 'none' : showReady(step.location);
      if (ready === 'shown') due = afterPaint(tell);
      else if (ready === 'coming') due = onceThere(step.location, tell);
      else startTransition(tell);
    });
    const presses = ['pointerdown', 'click', 'keydown'];
    for (const press of presses) addEventListener(press, catchUp, { capture: true });
    return () => {
      stop();
      for (const press of presses) removeEventListener(press, catchUp, { capture: true });
    };
  };
  return Object.create(history, { listen: { value: listen } });
}

/** The longest that a page is waited for which React is at work on. */
const COMING_MS = 1_000;

/**
 * Shows a page as soon as React has made it, and tells React then: told before, it would begin anew with what it is in
 * the middle of. Returns how to tell it at once.
 */
function onceThere(path: Path, tell: () => void): () => void {
  let tellNow: (() => void) | null = null;
  const finish = (wasShown: boolean) => {
    observer.disconnect();
    clearTimeout(timer);
    if (tellNow) return;
    tellNow = wasShown ? afterPaint(tell) : () => {};
    if (!wasShown) startTransition(tell);
  };
  const observer = new MutationObserver(() => {
    const ready = showReady(path);
    if (ready !== 'coming') finish(ready === 'shown');
  });
  const places = readyPlace(path)?.parentElement;
  if (places) observer.observe(places, { childList: true, subtree: true });
  const timer = setTimeout(() => finish(false), COMING_MS);
  return () => {
    finish(false);
    tellNow?.();
  };
}
