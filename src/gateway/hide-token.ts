/** A token shorter than this guards nothing, and occurs in words that mean something else. */
const SHORTEST_TOKEN = 8;

const HIDDEN = '[access token]';

/** What lies deeper in an answer is left out: no record of the interface has a tenth of these levels. */
const MAX_DEPTH = 64;

/** A text without the access token, plain, encoded for an address, or escaped as in JSON or HTML. */
export function hideToken(text: string, accessToken: string): string {
  return accessToken.length < SHORTEST_TOKEN ? text : text.replace(patternOf(accessToken), HIDDEN);
}

/**
 * JSON in bytes without the access token, which is looked for in the parsed value, so that no way of writing JSON hides
 * it. Returns the same bytes if they can't contain it, and none if they are not JSON.
 */
export function withoutToken(bytes: Uint8Array, accessToken: string): Uint8Array {
  if (accessToken.length < SHORTEST_TOKEN || !mayContain(bytes, accessToken)) return bytes;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return new TextEncoder().encode(JSON.stringify(hideIn(value, patternOf(accessToken), MAX_DEPTH)));
  } catch {
    return new Uint8Array();
  }
}

function mayContain({ buffer, byteOffset, byteLength }: Uint8Array, accessToken: string): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  if (bytes.includes(accessToken) || bytes.includes('\\u00') || bytes.includes('&#')) return true;
  if (accessToken.includes('/') && bytes.includes('\\/')) return true;
  return bytes.includes('%') && /%[0-9a-f]{2}/i.test(bytes.toString('latin1'));
}

function hideIn(value: unknown, pattern: RegExp, depth: number): unknown {
  if (typeof value === 'string') return value.replace(pattern, HIDDEN);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((part) => hideIn(part, pattern, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name.replace(pattern, HIDDEN),
      hideIn(part, pattern, depth - 1),
    ]),
  );
}

/**
 * Matches a token each of whose characters may be encoded for an address, also more than once, or escaped as in HTML or
 * as in JSON within JSON. The number of backslashes is bounded, or a long run of them would take time that grows with
 * its square.
 */
function patternOf(accessToken: string): RegExp {
  const characters = [...accessToken].map((character) => {
    const digits = character.charCodeAt(0).toString(16).padStart(2, '0');
    const hex = digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    const plain = character.replace(/[^\w]/g, '\\$&');
    const entity = `&#(?:[xX]0{0,6}${hex}|0{0,6}${character.charCodeAt(0)});`;
    return `(?:\\\\{0,7}${plain}|%(?:25)*${hex}|\\\\{1,7}u00${hex}|${entity})`;
  });
  return new RegExp(characters.join(''), 'g');
}
