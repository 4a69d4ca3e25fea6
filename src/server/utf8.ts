/** The text of bytes in UTF-8, without a byte order mark; null if the bytes are not UTF-8: decoding them would change the text. */
export function readUtf8(bytes: Uint8Array | ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
