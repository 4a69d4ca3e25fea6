/** The request header that makes a repeated write one write: a UUID, bare or in double quotes. */
export const KEY_HEADER = 'idempotency-key';

const KEY = /^("?)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\1$/i;

/** Reads an idempotency key, in lower case; null if it isn't a UUID, bare or in double quotes. */
export function readKey(text: string): string | null {
  return KEY.exec(text.trim())?.[2]?.toLowerCase() ?? null;
}
