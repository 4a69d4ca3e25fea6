import type { Desk } from './desk.ts';

/** Holds the answers to requests with a matching path and query; returns how to release them. */
export function hold(desk: Desk, match: RegExp, answer?: () => Response): () => void {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  desk.fault(match, async (_request, pass) => {
    await gate;
    return answer?.() ?? (await pass());
  });
  return letGo;
}

/** A failure that is shown at once: refused requests are not retried. */
export function refuse(): Response {
  return Response.json({ status: 'error', message: 'Not now.' }, { status: 403 });
}
