import type { AnchorHTMLAttributes, MouseEvent } from 'react';

/** A link in a cell: a plain anchor, as the router's link costs as much as the rest of a row. The table follows it. */
export function RowLink(props: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return <a data-row-link {...props} />;
}

/** Goes where a link in a cell leads, unless the press was one for the browser: for another tab, say. */
export function followRowLink(event: MouseEvent, go: (href: string) => void): void {
  const { target, button, defaultPrevented } = event;
  const isHeld = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (defaultPrevented || button !== 0 || isHeld) return;
  const href = target instanceof Element && target.closest('a[data-row-link]')?.getAttribute('href');
  if (!href) return;
  event.preventDefault();
  go(href);
}
