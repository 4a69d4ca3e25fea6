import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

/** Whether the heading that was there last went with the focus on it. */
let wasFocused = false;

/** The focus stays on the heading if another takes its place: the record is loaded, or the form is replaced. */
function keepFocus(heading: HTMLHeadingElement) {
  if (wasFocused && document.activeElement === document.body) heading.focus({ preventScroll: true });
  wasFocused = false;
  return () => {
    wasFocused = document.activeElement === heading;
  };
}

/** The one `h1` of a page, which also names the document. Focus comes here when the page is navigated to. */
export function PageTitle({ children, title = children }: { children: string; title?: string }) {
  useEffect(() => {
    document.title = `${title} · Pledge`;
  }, [title]);
  return (
    <h1 ref={keepFocus} tabIndex={-1} className="font-semibold text-title tracking-[-0.01em]">
      {children}
    </h1>
  );
}

/** Moves the focus to the heading and into view, so that it is read out and the keyboard goes on from the top of the page. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus();
}

interface NewsFocus {
  /** Moves the focus to where the news is. */
  focus?: () => void;
  /** What is there first is news, too. */
  first?: boolean;
}

/** Moves the focus whenever a page's news changes, so that it is read out: to the heading, unless something else is said. */
export function useFocusOnNews(
  news: string | number,
  { focus = focusHeading, first = false }: NewsFocus = {},
): void {
  const last = useRef(first ? null : news);
  const tell = useEffectEvent(focus);
  useEffect(() => {
    if (news !== last.current) tell();
    last.current = news;
  }, [news]);
}

/** A page's title with what belongs next to it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-2 gap-y-1 md:gap-x-4">
      <PageTitle>{title}</PageTitle>
      {children}
    </div>
  );
}
