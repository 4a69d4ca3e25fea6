/** A token shorter than this guards nothing, and occurs in words that mean something else. */
const SHORTEST_TOKEN = 8;

const HIDDEN = '[access token]';

/** What lies deeper in an answer is left out: no record of the interface has a tenth of these levels. */
const MAX_DEPTH = 64;

/** A text without the access token, plain, in Base64, encoded for an address, or escaped as in JSON or HTML. */
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
  if (bytes.includes('\\u00') || bytes.includes('&#')) return true;
  const forms = [accessToken, ...base64Forms(accessToken).map(({ fixed }) => fixed)];
  if (forms.some((form) => bytes.includes(form) || bytes.includes(asBase64Url(form)))) return true;
  if (forms.some((form) => form.includes('/')) && bytes.includes('\\/')) return true;
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

/** Matches a token, and any Base64 or Base64url of a text with the token in it. */
function patternOf(accessToken: string): RegExp {
  const encoded = base64Forms(accessToken).map(({ fixed, before, after }) => {
    // Only these two characters are ever written in another way.
    const characters = fixed.replace(/[+/]/g, (one) => `(?:${asBase64Url(one)}|${written(one)})`);
    return `${before ? '[\\w+/-]?' : ''}${characters}${after ? '[\\w+/-]?' : ''}`;
  });
  return new RegExp([[...accessToken].map(written).join(''), ...encoded].join('|'), 'g');
}

/**
 * Matches a character that may be encoded for an address, also more than once, or escaped as in HTML or as in JSON
 * within JSON. The number of backslashes is bounded, or a long run of them would take time that grows with its square.
 */
function written(character: string): string {
  const digits = character.charCodeAt(0).toString(16).padStart(2, '0');
  const hex = digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const plain = character.replace(/[^\w]/g, '\\$&');
  const entity = `&#(?:[xX]0{0,6}${hex}|0{0,6}${character.charCodeAt(0)});`;
  return `(?:\\\\{0,7}${plain}|%(?:25)*${hex}|\\\\{1,7}u00${hex}|${entity})`;
}

interface Base64Form {
  /** The characters that depend on the token alone. */
  fixed: string;
  /** Whether the character before or after them holds bits of the token, too. */
  before: boolean;
  after: boolean;
}

/** The token in Base64, after a multiple of three bytes, and after one or two bytes more. */
function base64Forms(accessToken: string): Base64Form[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(accessToken)]);
    const [start, end] = [Math.ceil((offset * 4) / 3), Math.floor((bytes.length * 4) / 3)];
    return {
      fixed: bytes.toString('base64').slice(start, end),
      before: offset > 0,
      after: bytes.length % 3 > 0,
    };
  });
}

function asBase64Url(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}
