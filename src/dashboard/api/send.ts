import { noteCall } from './call-log.ts';
import { takeEarly } from './early.ts';

/**
 * Sends a request, once, and reads its answer whole; Diagnostics hears of both. A read that the page's first script
 * has under way is taken over. `onHead` gets the answer before its body is read. Rejects as `fetch` does.
 */
export async function send(
  path: string,
  init: RequestInit & { method: string },
  onHead: (response: Response) => void = () => {},
): Promise<{ response: Response; text: string }> {
  const early = init.method === 'GET' ? takeEarly(path) : undefined;
  const call = noteCall(init.method, path, init, early && performance.now() - early.at);
  let response: Response | undefined;
  try {
    response = await (early?.answer ?? fetch(path, init));
    onHead(response);
    const text = await response.text();
    call.answered(response, text);
    return { response, text };
  } catch (cause) {
    call.failed(cause, response);
    throw cause;
  }
}
