import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { plain } from '#dashboard/ui/plain.ts';

/**
 * A link in a cell. It is no more than an anchor, because a link of the router's own takes as long to make as all the
 * rest of a row; the table's body listens for all of them, by `followRowLink`.
 */
export const RowLink = plain((props: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) => (
  <a data-row-link {...props} />
));

/** Goes where a link in a cell leads, unless the press was one for the browser: for another tab, say. */
export function followRowLink(event: MouseEvent, go: (href: string) => void): void {
  const { target, button, defaultPrevented } = event;
  if (defaultPrevented || button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const href = target instanceof Element && target.closest('a[data-row-link]')?.getAttribute('href');
  if (!href) return;
  event.preventDefault();
  go(href);
}
