/** The body of an answer that can be read, what its envelope holds, and whether it reports a failure. */
export function openEnvelope(response: { ok: boolean }, text: string) {
  const body = parse(text);
  const { status, data } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return { body, data, failed: !response.ok || status === 'error' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
