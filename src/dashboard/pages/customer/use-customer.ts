import { useQuery } from '@tanstack/react-query';
import { isCustomerKey } from '#dashboard/api/customers/customer-keys.ts';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import { customersQuery, useDuplicates } from '#dashboard/api/customers/customers.ts';
import { useCameCustomer } from '#dashboard/api/customers/first-customers.ts';
import { customerSaltOf, useDesk } from '#dashboard/api/session/session.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';

export type CustomerState =
  | { state: 'loading' }
  | { state: 'failed'; error: Error; retrying: boolean; retry: () => void }
  /** No customer has this key. */
  | { state: 'absent'; retry: () => void }
  /** `times` is how often the customer is in the list, counted after the page has been painted. */
  | { state: 'found'; customer: CustomerRow; times: number | undefined };

/**
 * The customer of an address: looked for among all of them, because a key says nothing by itself, unless the customer
 * came with the page.
 */
export function useCustomer(key: string): CustomerState {
  const came = useCameCustomer(key);
  const query = useQuery({ ...customersQuery, enabled: came === undefined });
  const { data: book, error, isFetching, refetch } = query;
  const salt = customerSaltOf(useDesk());
  const recent = isCustomerKey(key) ? book?.withRecentKey(salt, key) : undefined;
  const look = async (_: unknown, signal: AbortSignal) =>
    isCustomerKey(key) ? await book?.withKey(salt, key, signal) : undefined;
  const { result, settled } = useSliced(book && !recent ? look : null, book, [salt, key], { moving: false });
  useDuplicates(book);

  if (came && !book) return { state: 'found', ...came };
  const retry = () => void refetch();
  if (!book) return error ? { state: 'failed', error, retrying: isFetching, retry } : { state: 'loading' };
  const customer = recent ?? (settled ? result : undefined);
  if (customer) return { state: 'found', customer, times: book.timesOf(customer._id.email) };
  return settled ? { state: 'absent', retry } : { state: 'loading' };
}
