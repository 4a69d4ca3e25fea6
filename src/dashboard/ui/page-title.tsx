import { type ReactNode, useEffect, useRef } from 'react';

/** The one `h1` of a page, which also names the document. Focus comes here when the page is navigated to. */
export function PageTitle({ children, title = children }: { children: string; title?: string }) {
  useEffect(() => {
    document.title = `${title} · Pledge`;
  }, [title]);
  return (
    <h1 tabIndex={-1} className="font-semibold text-title tracking-[-0.01em]">
      {children}
    </h1>
  );
}

/** Moves the focus to the heading, so that it is read out and the keyboard goes on from the top of the page. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
}

/** Moves the focus to the heading whenever a page's news changes, so that it is read out. */
export function useFocusOnNews(news: string): void {
  const last = useRef(news);
  useEffect(() => {
    if (news !== last.current) focusHeading();
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
