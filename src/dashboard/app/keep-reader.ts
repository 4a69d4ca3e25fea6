import { READER_COOKIE } from '#contract/picture.ts';
import { keepCookie } from '#dashboard/lib/cookie.ts';
import { readerText, WIDE } from '#dashboard/lib/reader.ts';
import { subscribeToSettings } from '#dashboard/lib/settings.ts';
import { isMac } from '#dashboard/lib/shortcuts.ts';

/** Tells the gateway, by a cookie, how this browser's reader reads: by that it sends the first picture of a page. */
export function keepReader(): void {
  const wide = window.matchMedia(WIDE);
  const keep = () => {
    keepCookie(READER_COOKIE, encodeURIComponent(readerText({ wide: wide.matches, mac: isMac() })));
  };
  keep();
  wide.addEventListener('change', keep);
  subscribeToSettings(keep);
}
