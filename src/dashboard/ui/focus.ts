import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useWindowEvent } from './use-window-event.ts';

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
 * With `first`, the first news counts, too.
 */
export function useFocusOnNews(news: string | number, { focus = focusHeading, first = false } = {}): void {
  const last = useRef(first ? null : news);
  const tell = useEffectEvent(focus);
  useEffect(() => {
    if (news !== last.current) tell();
    last.current = news;
  }, [news]);
}

/**
 * Where the focus goes when a dialog over the page closes: back to where it was, or to the heading if the dialog or Back led
 * to another page. `closing` is called before the dialog closes, with whether it led there.
 */
export function useFinalFocus() {
  const hasLed = useRef(false);
  useWindowEvent('popstate', () => {
    hasLed.current = true;
  });
  return {
    closing(led: boolean) {
      hasLed.current = led;
    },
    finalFocus: () => (hasLed.current ? document.querySelector('h1') : null) ?? true,
  };
}

/** Up and down go from field to field of a list, round its ends; with Alt, `move` takes an item along with its field. */
export function stepThrough(
  event: KeyboardEvent<HTMLElement>,
  move?: (field: HTMLInputElement, by: number) => void,
): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  const by = event.key === 'ArrowUp' ? -1 : 1;
  const target = event.target as Element;
  // A button in a field's item steps as the field does.
  const field = target.closest('li')?.querySelector('input') ?? (target as HTMLInputElement);
  event.preventDefault();
  if (move && event.altKey) {
    move(field, by);
    return;
  }
  const all = [...event.currentTarget.querySelectorAll('input')];
  const from = all.indexOf(field);
  // One that can't be changed takes no focus, but its buttons do: from there it goes on by its place.
  const others = [...all.slice(from + 1), ...all.slice(0, from)].filter(({ disabled }) => !disabled);
  others.at(by > 0 ? 0 : -1)?.focus();
}
