import { useQuery } from '@tanstack/react-query';
import { isCustomerKey } from '#dashboard/api/customers/customer-keys.ts';
import { customersQuery, useDuplicates } from '#dashboard/api/customers/customers.ts';
import { useCameCustomer } from '#dashboard/api/customers/first-customers.ts';
import { customerSaltOf, useDesk } from '#dashboard/api/session/session.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';

/** The customer of an address, undefined until found: the one who came with the page, or whose key it is among all. */
export function useCustomer(key: string) {
  const came = useCameCustomer(key);
  const query = useQuery({ ...customersQuery, enabled: came === undefined });
  const { data: book, error, isFetching, refetch } = query;
  const salt = customerSaltOf(useDesk());
  const recent = isCustomerKey(key) ? book?.withRecentKey(salt, key) : undefined;
  const look = async (_: unknown, signal: AbortSignal) =>
    isCustomerKey(key) ? await book?.withKey(salt, key, signal) : undefined;
  const { result, settled } = useSliced(book && !recent ? look : null, book, [salt, key], { moving: false });
  useDuplicates(book);
  const customer = book ? (recent ?? (settled ? result : undefined)) : came?.customer;
  return {
    customer,
    /** How often the customer is in the list, counted after the page has been painted. */
    times: customer && (book ? book.timesOf(customer._id.email) : came?.times),
    error: book || came ? null : error,
    isAbsent: book !== undefined && settled && !customer,
    retrying: isFetching,
    retry: () => void refetch(),
  };
}
