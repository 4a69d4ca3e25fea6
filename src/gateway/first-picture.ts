import { FIRST_ANSWERS_ELEMENT } from '#contract/picture.ts';
import { jsonElement } from './page.ts';

/** A page without its picture is sooner there than one that waits longer for it. */
const PATIENCE_MS = 250;

/** So long no picture is taken after one that came too late: the page asks the service for the same once more. */
const REST_MS = 60_000;

/** An answer larger than this is not sent in a page, too. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** A browser waits for the element of the answers before it paints: it is there in any case. */
const NO_PICTURE = `<div id="root"></div>${jsonElement(FIRST_ANSWERS_ELEMENT, [])}`;

/** What a picture is made by. */
interface Studio {
  /** Asks the gateway for something on the reader's behalf. */
  ask: (address: string) => Promise<Response>;
  /** Draws it from the bodies of the answers. */
  draw: (bodies: readonly string[]) => string;
  /** Called with what went wrong in drawing. */
  onError: (error: unknown) => void;
}

export interface Camera {
  /** Whether the service was lately quick enough for pictures. */
  isReady(): boolean;
  /**
   * What is seen of a page until its code is there, as markup: its picture, which answers to nothing until then, and
   * the answers to `addresses` that it was drawn from, so that the page needn't ask for them again. An empty place
   * and no answers where there is no picture in time. Never throws.
   */
  take(addresses: readonly string[], studio: Studio): Promise<string>;
}

/** Takes the first pictures of pages, by a clock in milliseconds. */
export function createCamera(clock: () => number): Camera {
  let restsUntil = 0;
  return {
    isReady: () => clock() >= restsUntil,
    async take(addresses, { ask, draw, onError }) {
      try {
        const all = Promise.all(addresses.map(async (address) => await answerTo(address, ask)));
        const answers = await inTime(all);
        if (answers === null) restsUntil = clock() + REST_MS;
        if (!answers?.every((answer) => answer !== null)) return NO_PICTURE;
        const markup = draw(answers.map(({ body }) => body));
        return `<div id="root" inert>${markup}</div>${jsonElement(FIRST_ANSWERS_ELEMENT, answers)}`;
      } catch (error) {
        onError(error);
        return NO_PICTURE;
      }
    },
  };
}

/** What a promise comes to, or null where that takes too long. */
async function inTime<Value>(promise: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** An answer as the page gets it; null where it is a failure, which the page then meets itself. */
async function answerTo(address: string, ask: Studio['ask']) {
  const response = await ask(address);
  const body = response.status === 200 ? await response.text() : '';
  if (body === '' || body.length > MAX_ANSWER_BYTES) return null;
  return { address, body, requestId: response.headers.get('x-request-id') };
}
