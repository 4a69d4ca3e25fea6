import type { Path } from 'react-router-dom';

/** Selects the page that is seen. Beside it may stand another, which is made ready. */
export const IN_VIEW = '#main > [data-page="in-view"]';

const READY = '#main > [data-page="ready"]';

/**
 * Shows the page of an address in place of the one in view, as React will once it is told, if it stands ready and laid
 * out. Returns whether it did. Not where the page in view is scrolled: its place would be lost.
 */
export function showReady(path: Path): boolean {
  const inView = document.querySelector<HTMLElement>(IN_VIEW);
  const ready = document.querySelector<HTMLElement>(READY);
  const isScrolled = [inView?.parentElement, document.documentElement].some(
    (frame) => frame?.scrollTop !== 0,
  );
  if (!inView || ready?.dataset.address !== addressOf(path) || !isLaidOut(ready) || isScrolled) return false;
  inView.dataset.page = 'ready';
  ready.dataset.page = 'in-view';
  return true;
}

/** Whether a page stands whole in its place: React hides what is out of sight by its `display`. */
export function isLaidOut({ children }: HTMLElement): boolean {
  return (
    children.length > 0 && [...children].every((child) => (child as HTMLElement).style.display !== 'none')
  );
}

export function addressOf({ pathname, search, hash }: Path): string {
  return pathname + search + hash;
}
