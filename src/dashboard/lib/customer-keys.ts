/**
 * The keys under which customers stand in addresses: an e-mail address must not stand in an address, in the
 * history or in a log. A key is the beginning of SHA-256 over a salt and the e-mail. The gateway gives the salt
 * with the session, one for each organisation, so that an address that is sent to a colleague leads to the same
 * customer. Whoever reads a key without the salt can't even try e-mails against it.
 *
 * The hash is worked out here rather than by `crypto.subtle`, which answers later, one promise a key, and is
 * missing where the desk isn't served over https: a fresh address is looked for among a hundred thousand keys.
 */

/** The bytes of the hash that make a key: enough that two customers never share one. */
const KEY_BYTES = 12;

/** The keys that were made last, with their e-mails: whoever follows a link need not look through all of them. */
const recent = new Map<string, string>();
const MOST_RECENT = 2_000;

/** An e-mail as the service tells customers apart: whatever its case, and spaces round it. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** The key of a customer, the same for everybody who has the salt. */
export function customerKey(salt: string, email: string): string {
  const key = makeKey(salt, email);
  const [oldest] = recent.keys();
  if (recent.size >= MOST_RECENT && oldest !== undefined) recent.delete(oldest);
  recent.set(`${key} ${salt}`, foldEmail(email));
  return key;
}

/** The e-mail of a key that was made not long ago, folded. */
export function recentEmail(salt: string, key: string): string | undefined {
  return recent.get(`${key} ${salt}`);
}

const encoder = new TextEncoder();
const BASE64_URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const byteAt = (bytes: Uint8Array, at: number) => bytes[at] as number;

/** The key alone, without remembering it. */
export function makeKey(salt: string, email: string): string {
  const hash = sha256(encoder.encode(`${salt}\n${foldEmail(email)}`));
  let key = '';
  for (let at = 0; at < KEY_BYTES; at += 3) {
    const bits = (byteAt(hash, at) << 16) | (byteAt(hash, at + 1) << 8) | byteAt(hash, at + 2);
    for (let shift = 18; shift >= 0; shift -= 6) key += BASE64_URL.charAt((bits >> shift) & 63);
  }
  return key;
}

/** Whether a text could be such a key. */
export function isCustomerKey(text: string): boolean {
  return /^[\w-]{16}$/.test(text);
}

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
const fractionOf = (root: number) => ((root % 1) * 2 ** 32) | 0;
const ROUNDS = Int32Array.from(primes, (prime) => fractionOf(Math.cbrt(prime)));
const START = Int32Array.from(primes.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));

const schedule = new Int32Array(64);

/** SHA-256 (FIPS 180-4). */
export function sha256(message: Uint8Array): Uint8Array {
  const length = (message.length + 9 + 63) & ~63;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(length - 4, message.length << 3);
  const state = START.slice();
  for (let block = 0; block < length; block += 64) digestBlock(view, block, state);
  const hash = new DataView(new ArrayBuffer(32));
  for (let place = 0; place < state.length; place++) hash.setInt32(place * 4, state[place] as number);
  return new Uint8Array(hash.buffer);
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function digestBlock(view: DataView, block: number, state: Int32Array): void {
  const w = schedule;
  const at = (words: Int32Array, place: number) => words[place] as number;
  for (let t = 0; t < 16; t++) w[t] = view.getInt32(block + t * 4);
  for (let t = 16; t < 64; t++) {
    const x = at(w, t - 15);
    const y = at(w, t - 2);
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[t] = (at(w, t - 16) + s0 + at(w, t - 7) + s1) | 0;
  }
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let t = 0; t < 64; t++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUNDS, t) + at(w, t)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] = at(state, 0) + a;
  state[1] = at(state, 1) + b;
  state[2] = at(state, 2) + c;
  state[3] = at(state, 3) + d;
  state[4] = at(state, 4) + e;
  state[5] = at(state, 5) + f;
  state[6] = at(state, 6) + g;
  state[7] = at(state, 7) + h;
}
