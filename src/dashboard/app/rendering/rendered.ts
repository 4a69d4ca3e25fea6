import { hydrate, type QueryClient } from '@tanstack/react-query';
import { READER_COOKIE, RENDERED_ELEMENT, type RenderedFrom } from '#contract/rendered-page.ts';
import { keepCookie } from '#dashboard/lib/cookie.ts';
import { readerText, WIDE } from '#dashboard/lib/reader.ts';
import { currentSettings } from '#dashboard/lib/settings.ts';

/**
 * Takes over what the server rendered the page from. Returns when that was; null if there is nothing to take over, or
 * if this browser would not have rendered the same: its zone has changed, say, or its width, or one has gone Back.
 */
export function takeRendered(root: HTMLElement, client: QueryClient): number | null {
  const element = document.getElementById(RENDERED_ELEMENT);
  const from: RenderedFrom | null = JSON.parse(element?.textContent || 'null');
  element?.remove();
  // A page that is older, or was rendered by another clock, is rendered again.
  if (!from || Math.abs(Date.now() - from.at) > 10_000) return null;
  const isSame =
    from.address === location.pathname + location.search &&
    (from.reader === '' || from.reader === readerText()) &&
    JSON.stringify(from.settings) === JSON.stringify(currentSettings());
  if (!isSame) return null;
  hydrate(client, from.state as Parameters<typeof hydrate>[1]);
  for (const styled of root.querySelectorAll<HTMLElement>('[data-style]')) {
    styled.style.cssText = styled.dataset.style ?? '';
    delete styled.dataset.style;
  }
  return from.at;
}

/** Tells the gateway, by a cookie, the zone, language and width of this browser: it renders pages by that. */
export function keepReader(): void {
  const keep = () => keepCookie(READER_COOKIE, encodeURIComponent(readerText()));
  keep();
  window.matchMedia(WIDE).addEventListener('change', keep);
}
