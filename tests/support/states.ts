import type { Desk } from './desk.ts';

/**
 * From now on, answers to requests whose path and query match wait, the service's or others; returns what lets them
 * through.
 */
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

/** A failure that is told at once: nothing is asked again that is refused. */
export function refuse(): Response {
  return Response.json({ status: 'error', message: 'Not now.' }, { status: 403 });
}
