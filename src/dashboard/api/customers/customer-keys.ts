import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The keys of customers in addresses, where no e-mail may be, nor in a history or a log. A key is the beginning of SHA-256
 * over a salt and the e-mail. The salt comes with the session, one for each organisation, so that colleagues can share an
 * address, and no one without it can try e-mails against a key. The hash isn't `crypto.subtle`'s, which answers later and
 * needs https: an address is looked for among a hundred thousand keys.
 */

/** An e-mail as the service distinguishes customers: without case and surrounding spaces. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** The key of a customer, the same for everybody who has the salt: 12 bytes, which two customers never share. */
export function customerKey(salt: string, email: string): string {
  const hash = sha256(utf8ToBytes(`${salt}\n${foldEmail(email)}`));
  return btoa(String.fromCharCode(...hash.subarray(0, 12)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

export const CUSTOMERS_ADDRESS = '/customers';

export type CustomerView = 'transactions' | 'statement' | 'follow-ups';

/** The page of a customer. `salt` is the organisation's: keys of one mean nothing to another. */
export function customerAddress(salt: string, email: string): string {
  return `${CUSTOMERS_ADDRESS}/${customerKey(salt, email)}`;
}
