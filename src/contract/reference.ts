/**
 * A short reference in a loan's reason, which proves in the list of loans that the loan was created: five random
 * characters and one that checks them, `[ref K7QF-2M]`. No character looks like another: no 0, O, 1, I or L.
 */

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const RANDOM_LENGTH = 5;

/** A new reference. `randomByte` gives a whole number from 0 to 255. */
export function newReference(randomByte: () => number = secureByte): string {
  let text = '';
  while (text.length < RANDOM_LENGTH) {
    const byte = randomByte();
    // Bytes beyond a multiple of the alphabet's length would favour some characters.
    if (byte < 248) text += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return written(text + checkOf(text));
}

/** Whether a text is a reference with the right check character. */
export function isReference(text: string): boolean {
  const bare = text.toUpperCase().replace('-', '');
  if (!/^.{4}-.{2}$/.test(text) || [...bare].some((letter) => !ALPHABET.includes(letter))) return false;
  return checkOf(bare.slice(0, RANDOM_LENGTH)) === bare.charAt(RANDOM_LENGTH);
}

/** A reason with its reference behind it. */
export function withReference(reason: string, reference: string | null): string {
  if (reference === null) return reason;
  return `${reason}${reason && ' '}[ref ${reference}]`;
}

/** Every reference in a reason. */
export function referencesIn(reason: string | undefined): string[] {
  const found = (reason ?? '').matchAll(/\[ref\s+([0-9A-Za-z]{4}-[0-9A-Za-z]{2})\]/gi);
  return [...found].map(([, reference = '']) => reference.toUpperCase()).filter(isReference);
}

/** A reason without its references: what the loan is for. */
export function withoutReference(reason: string): string {
  return reason.replace(/(?<!\s)\s*\[ref\s+[0-9A-Za-z]{4}-[0-9A-Za-z]{2}\]/gi, '').trim();
}

/** Different weights and a prime number of characters: one wrong character, or two swapped, never pass. */
function checkOf(text: string): string {
  const sum = [...text].reduce((all, letter, place) => all + (place + 1) * ALPHABET.indexOf(letter), 0);
  return ALPHABET.charAt(sum % ALPHABET.length);
}

function written(text: string): string {
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

function secureByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
}
