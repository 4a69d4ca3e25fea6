import { rendering } from '#dashboard/lib/rendering.ts';
import { noteCall } from './call-log.ts';

/**
 * Sends a request, once, and reads its answer whole; Diagnostics hears of both. While a page is rendered on the server,
 * the gateway is asked directly, and nothing is noted of it. Rejects as `fetch` does.
 */
export async function send(
  path: string,
  init: RequestInit & { method: string },
): Promise<{ response: Response; text: string }> {
  const ask = rendering()?.ask;
  if (ask) {
    const response = await ask(path);
    return { response, text: await response.text() };
  }
  const call = noteCall(init.method, path, init);
  let response: Response | undefined;
  try {
    response = await fetch(path, init);
    const text = await response.text();
    call.answered(response, text);
    return { response, text };
  } catch (cause) {
    call.failed(cause, response);
    throw cause;
  }
}
