import { fieldsOf, parseJson } from '#dashboard/lib/json.ts';

/** The body of an answer that came as bytes, what its envelope holds, and whether it reports a failure or a success. */
export function openEnvelope(response: { ok: boolean }, bytes: ArrayBuffer) {
  const body = parseJson(new TextDecoder().decode(bytes));
  const { status, data } = fieldsOf(body);
  const failed = !response.ok || status === 'error';
  return { body, data, failed, succeeded: !failed && status === 'success' };
}
