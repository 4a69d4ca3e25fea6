import { FIRST_ANSWERS_ELEMENT } from '#contract/picture.ts';

/**
 * Requests that are under way before the code that wants their answers is there: the first script of the page
 * starts them beside the downloads, and the client takes each answer over, once.
 */
const early = new Map<string, EarlyAnswer>();

interface EarlyAnswer {
  answer: Promise<Response>;
  /** When it was asked for, by the page's clock. */
  at: number;
}

/** The longest wait for an answer; the gateway gives up on the service before that. */
export const REQUEST_TIMEOUT = 45_000;

export function startEarly(path: string): void {
  const answer = brought(path) ?? fetch(path, { signal: AbortSignal.timeout(REQUEST_TIMEOUT) });
  // Whoever takes it over meets the failure; until then nobody listens, which is no fault.
  answer.catch(() => {});
  early.set(path, { answer, at: performance.now() });
}

/** The answer that came with the page, where its first picture was drawn from it. */
function brought(path: string): Promise<Response> | undefined {
  const text = globalThis.document?.getElementById(FIRST_ANSWERS_ELEMENT)?.textContent;
  const answers: { address: string; body: string; requestId: string }[] = text ? JSON.parse(text) : [];
  const found = answers.find(({ address }) => address === path);
  if (!found) return undefined;
  const headers = { 'content-type': 'application/json', 'x-request-id': found.requestId };
  return Promise.resolve(new Response(found.body, { headers }));
}

/** The answer that is under way for a path, the first time it is asked for. */
export function takeEarly(path: string): EarlyAnswer | undefined {
  const taken = early.get(path);
  early.delete(path);
  return taken;
}
