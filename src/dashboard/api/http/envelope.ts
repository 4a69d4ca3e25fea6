/** The body of an answer that can be read, what its envelope holds, and whether it reports a failure or a success. */
export function openEnvelope(response: { ok: boolean }, text: string) {
  const body = parse(text);
  const { status, data } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const failed = !response.ok || status === 'error';
  return { body, data, failed, succeeded: !failed && status === 'success' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
