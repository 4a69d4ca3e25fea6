import { type ComponentProps, startTransition } from 'react';
import { UNSAFE_createBrowserHistory, type unstable_HistoryRouter } from 'react-router-dom';
import { afterPaint } from '#dashboard/ui/after-paint.ts';
import { showReady } from './in-view.ts';

type History = ComponentProps<typeof unstable_HistoryRouter>['history'];

/**
 * The browser's history, which shows a page that stands ready before it tells React of the step there: shown, it is
 * painted in a third of the time that React takes to follow with titles, effects and what stands round the page.
 * Every other step is a transition, in which the page of before stays until the next one is there.
 */
export function deskHistory(): History {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true });
  let due: (() => void) | null = null;
  const listen: History['listen'] = (listener) =>
    history.listen((step) => {
      // Steps are told of in their order, however quickly one comes after another.
      due?.();
      const tell = () => listener(step);
      if (step.action !== 'POP' && showReady(step.location)) due = afterPaint(tell);
      else startTransition(tell);
    });
  return Object.create(history, { listen: { value: listen } });
}
