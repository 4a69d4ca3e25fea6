import { fieldsOf, parseJson } from '#dashboard/lib/json.ts';

/** The body of an answer that can be read, what its envelope holds, and whether it reports a failure or a success. */
export function openEnvelope(response: { ok: boolean }, text: string) {
  const body = parseJson(text);
  const { status, data } = fieldsOf(body);
  const failed = !response.ok || status === 'error';
  return { body, data, failed, succeeded: !failed && status === 'success' };
}
