import { READER_COOKIE } from '#contract/picture.ts';
import { readerText, WIDE } from '#dashboard/lib/reader.ts';
import { subscribeToSettings } from '#dashboard/lib/settings.ts';
import { isMac } from '#dashboard/lib/shortcuts.ts';

const YEAR = 365 * 24 * 3600;

/** Tells the gateway, by a cookie, how this browser's reader reads: by that it sends the first picture of a page. */
export function keepReader(): void {
  const wide = window.matchMedia(WIDE);
  const keep = () => {
    const text = encodeURIComponent(readerText({ wide: wide.matches, mac: isMac() }));
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
    document.cookie = `${READER_COOKIE}=${text}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
  };
  keep();
  wide.addEventListener('change', keep);
  subscribeToSettings(keep);
}
