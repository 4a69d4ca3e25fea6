/**
 * The headers of an answer in JSON. They go into the Response as it is made: to touch `response.headers`
 * afterwards makes the server build a whole object for what it would otherwise write straight to the socket.
 */
export function answerHeaders(requestId: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-request-id': requestId,
    'cache-control': 'no-store',
    ...more,
  };
}
