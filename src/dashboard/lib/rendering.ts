import type { Settings } from '#contract/settings.ts';

export interface Reader {
  settings: Settings;
  /** The browser's time zone, by its IANA name. */
  zone: string;
  locale: string;
  wide: boolean;
  /** Whether keys go by Apple's names. */
  mac: boolean;
}

interface Rendering {
  reader: Reader;
  ask: (path: string) => Promise<Response>;
}

let current: () => Rendering | undefined = () => undefined;

/** What the page that is being rendered on the server is rendered with; undefined in a browser. */
export function rendering(): Rendering | undefined {
  return current();
}

/** Called once by the server's entry, whose `read` tells concurrent requests apart. */
export function provideRendering(read: () => Rendering | undefined): void {
  current = read;
}
