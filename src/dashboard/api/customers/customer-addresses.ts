import { customerKey } from './customer-keys.ts';

/** The list of all customers. */
export const CUSTOMERS_ADDRESS = '/customers';

/** What a customer's page opens with. */
export type CustomerView = 'transactions' | 'statement' | 'follow-ups';

/** The page of a customer. `salt` is the organisation's: keys of one mean nothing to another. */
export function customerAddress(salt: string, email: string, view: CustomerView = 'transactions'): string {
  const search = view === 'transactions' ? '' : `?view=${view}`;
  return `${CUSTOMERS_ADDRESS}/${customerKey(salt, email)}${search}`;
}
