import { type ReactNode, useEffect } from 'react';

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
export function PageTitle({ title, children = title }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Pledge`;
  }, [title]);
  return (
    <h1 ref={keepFocus} tabIndex={-1} className="wrap-anywhere font-semibold text-title tracking-[-0.01em]">
      {children}
    </h1>
  );
}

/** A page's title with what belongs next to it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-2 gap-y-1 md:gap-x-4">
      <PageTitle title={title} />
      {children}
    </div>
  );
}
