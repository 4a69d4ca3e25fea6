import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The keys of customers in addresses, where no e-mail may be, nor in a history or a log. A key is the beginning of SHA-256
 * over a salt and the e-mail. The salt comes with the session, one for each organisation, so that colleagues can share an
 * address, and no one without it can try e-mails against a key. The hash isn't `crypto.subtle`'s, which answers later and
 * needs https: an address is looked for among a hundred thousand keys.
 */

/** The bytes of the hash that make a key: enough that two customers never share one. */
const KEY_BYTES = 12;

/** The keys that were made last, with their e-mails, so that following a link needs no search of all customers. */
const recent = new Map<string, string>();
const MOST_RECENT = 2_000;

/** An e-mail as the service distinguishes customers: without case and surrounding spaces. */
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

/** The key alone, without remembering it. */
export function makeKey(salt: string, email: string): string {
  const hash = sha256(utf8ToBytes(`${salt}\n${foldEmail(email)}`));
  return btoa(String.fromCharCode(...hash.subarray(0, KEY_BYTES)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

export function isCustomerKey(text: string): boolean {
  return /^[\w-]{16}$/.test(text);
}

export const CUSTOMERS_ADDRESS = '/customers';

export type CustomerView = 'transactions' | 'statement' | 'follow-ups';

/** The page of a customer. `salt` is the organisation's: keys of one mean nothing to another. */
export function customerAddress(salt: string, email: string): string {
  return `${CUSTOMERS_ADDRESS}/${customerKey(salt, email)}`;
}
