import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { customersQuery } from '#dashboard/api/customers.ts';
import { customerSaltOf, useDesk } from '#dashboard/api/session.ts';
import type { CustomerBook } from '#dashboard/lib/customer-book.ts';
import { isCustomerKey } from '#dashboard/lib/customer-keys.ts';
import type { CustomerRow } from '#dashboard/lib/customer-rows.ts';
import { Superseded } from '#dashboard/lib/slices.ts';

export type CustomerState =
  | { state: 'loading' }
  | { state: 'failed'; error: Error; retrying: boolean; retry: () => void }
  /** No customer has this key. */
  | { state: 'absent'; retry: () => void }
  | { state: 'found'; customer: CustomerRow; email: string; times: number | undefined };

/** The customer of an address: looked for among all of them, because a key says nothing by itself. */
export function useCustomer(key: string): CustomerState {
  const { data: book, error, isFetching, refetch } = useQuery(customersQuery);
  const salt = customerSaltOf(useDesk());
  const [answer, setAnswer] = useState<{ of: unknown[]; customer: CustomerRow | undefined } | null>(null);
  const recent = isCustomerKey(key) ? book?.withRecentKey(salt, key) : undefined;
  useEffect(() => {
    if (!book || recent) return;
    const abort = new AbortController();
    const looked = isCustomerKey(key) ? book.withKey(salt, key, abort.signal) : Promise.resolve(undefined);
    looked.then((customer) => setAnswer({ of: [book, salt, key], customer })).catch(passSuperseded);
    return () => abort.abort();
  }, [book, recent, salt, key]);
  const times = useTimes(book, recent ?? answer?.customer);

  if (!book) {
    const retry = () => void refetch();
    return error ? { state: 'failed', error, retrying: isFetching, retry } : { state: 'loading' };
  }
  const isAnswered = answer?.of[0] === book && answer.of[1] === salt && answer.of[2] === key;
  const customer = recent ?? (isAnswered ? answer.customer : undefined);
  const email = customer?._id?.email;
  if (customer && email) return { state: 'found', customer, email, times };
  return isAnswered ? { state: 'absent', retry: () => void refetch() } : { state: 'loading' };
}

/** How often the customer stands in the list, which is counted after the page has been painted. */
function useTimes(book: CustomerBook | undefined, customer: CustomerRow | undefined): number | undefined {
  const [, setPrepared] = useState<CustomerBook | null>(null);
  useEffect(() => {
    if (!book || book.duplicates) return;
    const abort = new AbortController();
    book
      .prepare(abort.signal)
      .then(() => setPrepared(book))
      .catch(passSuperseded);
    return () => abort.abort();
  }, [book]);
  const email = customer?._id?.email;
  return email === undefined ? undefined : book?.timesOf(email);
}

function passSuperseded(error: unknown): void {
  if (!(error instanceof Superseded)) throw error;
}
