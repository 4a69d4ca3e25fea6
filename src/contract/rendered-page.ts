import type { DeskState } from './session.ts';
import type { Settings } from './settings.ts';

/** How the gateway has the dashboard render a page before a browser has its code. */

/** The cookie in which a browser gives its zone, language and width. Written by the dashboard alone. */
export const READER_COOKIE = 'pledge-reader';

/** The id of the element of a page with what it was rendered from. */
export const RENDERED_ELEMENT = 'rendered-page';

/** What a rendered page brings along, as JSON: the browser takes it over if it would have rendered the same. */
export interface RenderedFrom {
  /** Path and query. After a reload, Back can change the address before the page has its code. */
  address: string;
  /** The reader's cookie; empty where the page looks the same to everyone, as the sign-in does. */
  reader: string;
  /** The settings of the person who is signed in, or of the browser before that. */
  settings: Settings;
  /** When it was rendered, in milliseconds since 1970. */
  at: number;
  /** The answers it was rendered from, as react-query dehydrates them. */
  state: unknown;
}

/** Which page to render, and for whom. */
export interface PageRequest {
  /** Path and query. */
  address: string;
  /** The reader's cookie, decoded; it may be any text. */
  reader: string;
  desk: DeskState;
  /** The theme that the page comes in, if one was chosen. */
  theme: string | undefined;
  /** Now, in milliseconds since 1970. */
  at: number;
  /** Asks the gateway for something on the reader's behalf. */
  ask: (path: string) => Promise<Response>;
}

/**
 * Renders what a page shows first, from the answers to its loader that come in time, or the sign-in; null for an
 * unknown reader, or an address that markup can't hold. Rejects if the page can't be rendered.
 */
type RenderPage = (asked: PageRequest) => Promise<{ markup: string; from: RenderedFrom } | null>;

/** The dashboard's pages, on the server. */
export interface ServerPages {
  render: RenderPage;
  /** The name that the build's manifest gives the code of the page at a path; null where there is no page. */
  codeAt(pathname: string): string | null;
}
