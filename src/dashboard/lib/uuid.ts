/** Creates a random UUID. `crypto.randomUUID` does the same, but browsers offer it to secure origins only. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The UUID that a parameter of an address is; null if it is none. */
export function readUuid(search: URLSearchParams, name: string): string | null {
  const text = search.get(name) ?? '';
  return UUID.test(text) ? text.toLowerCase() : null;
}
