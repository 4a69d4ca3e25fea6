/** The text of bytes in UTF-8, without a byte order mark; null if they are none, which would be changed unseen. */
export function readUtf8(bytes: Uint8Array | ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
