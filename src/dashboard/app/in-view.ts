import type { Path } from 'react-router-dom';

/** Selects the page that is seen. Beside it may stand another, which is made ready. */
export const IN_VIEW = '#main > [data-page="in-view"]';

const READY = '#main > [data-page="ready"]';

/**
 * Shows the page of an address in place of the one in view, as React will once it is told, if one is made ready.
 * `coming` where React is at work on it still. Not where the page in view is scrolled: its place would be lost.
 */
export function showReady(path: Path): 'shown' | 'coming' | 'none' {
  const inView = document.querySelector<HTMLElement>(IN_VIEW);
  const ready = readyPlace(path);
  const isScrolled = [inView?.parentElement, document.documentElement].some(
    (frame) => frame?.scrollTop !== 0,
  );
  if (!inView || !ready || isScrolled) return 'none';
  if (ready.children.length === 0) return 'coming';
  layOut(ready);
  inView.dataset.page = 'ready';
  inView.setAttribute('aria-hidden', 'true');
  ready.dataset.page = 'in-view';
  ready.removeAttribute('aria-hidden');
  ready.style.contentVisibility = '';
  return 'shown';
}

/** Whether the page in view is one that React still takes to be out of sight. */
export function isShownAhead(): boolean {
  return document.querySelector(`${IN_VIEW}[data-stands="behind"]`) !== null;
}

/** Where the page of an address is made ready, if it is. */
export function readyPlace(path: Path): HTMLElement | null {
  const ready = document.querySelector<HTMLElement>(READY);
  return ready?.dataset.address === addressOf(path) ? ready : null;
}

/** React hides what is out of sight by its `display`, and the browser then leaves it be: this has it laid out. */
export function layOut({ children }: HTMLElement): void {
  for (const child of children) if (child instanceof HTMLElement) child.style.removeProperty('display');
}

export function addressOf({ pathname, search, hash }: Path): string {
  return pathname + search + hash;
}
