import type { WriteNote } from '#contract/operations.ts';

/** The longest note header that the gateway accepts, with some reserve. */
const MAX_LENGTH = 11_800;

/** A note as its header carries it. If it is too long, tokens' names are shortened first; then collateral is left out. */
export function noteHeader(note: WriteNote): string {
  for (const length of [60, 20, 0]) {
    const collateral = note.collateral?.map((line) => ({ ...line, name: line.name.slice(0, length) }));
    const header = base64url(JSON.stringify({ ...note, ...(collateral && { collateral }) }));
    if (header.length <= MAX_LENGTH) return header;
  }
  const { collateral: _, ...rest } = note;
  return base64url(JSON.stringify(rest));
}

function base64url(text: string): string {
  const bytes = new TextEncoder().encode(text.toWellFormed());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
