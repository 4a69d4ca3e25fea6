import type { DeskState } from './session.ts';

/** How the gateway has the dashboard draw the first picture of a page, which comes with it: see `FirstPictures`. */

/** The cookie in which a browser says how its reader reads: zone, language, room. Written by the dashboard alone. */
export const READER_COOKIE = 'pledge-reader';

/** The id of the element of the page with the answers its picture was drawn from: their bodies by their addresses. */
export const FIRST_ANSWERS_ELEMENT = 'desk-answers';

/** What a picture is of, and for whom. */
export interface Asked {
  /** The address of the page, path and query. */
  address: string;
  /** The reader's cookie, decoded; it may be any text. */
  reader: string;
}

/**
 * Draws pages before a browser has their code: markup of what they show first, to be seen until the code is there.
 */
export interface FirstPictures {
  /** The addresses of the answers that a picture takes; null where there is none. Never throws. */
  requestsFor(asked: Asked): readonly string[] | null;
  /** The picture as markup, out of the bodies of those answers in their order. Throws where one can't be read. */
  draw(asked: Asked, desk: DeskState, bodies: readonly string[]): string;
}
