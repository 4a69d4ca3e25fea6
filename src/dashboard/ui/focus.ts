import { useEffect, useEffectEvent, useRef } from 'react';

/** As a ref: an element that appears takes the focus, because what had it is gone or was for this. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** The same for a form: its first field takes the focus. */
export function focusFirstField(form: HTMLElement | null): void {
  takeFocus(form?.querySelector<HTMLElement>('textarea, input, select') ?? null);
}

/** Moves the focus to the heading and into view, so that it is read out and the keyboard goes on from the top of the page. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus();
}

/**
 * Moves the focus whenever a page's news changes, so that it is read out: to the heading, unless `focus` moves it elsewhere.
 * With `first`, what is there first is news, too.
 */
export function useFocusOnNews(news: string | number, { focus = focusHeading, first = false } = {}): void {
  const last = useRef(first ? null : news);
  const tell = useEffectEvent(focus);
  useEffect(() => {
    if (news !== last.current) tell();
    last.current = news;
  }, [news]);
}
