import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { rendering } from '#dashboard/lib/rendering.ts';
import { dataOf } from '../http/client.ts';
import { customerSaltOf, deskQuery } from '../session/session.ts';
import { CustomerBook } from './customer-book.ts';
import { isCustomerKey } from './customer-keys.ts';
import { type CustomerRow, readCustomers } from './customer-rows.ts';
import { CUSTOMERS_KEY, CUSTOMERS_PATH, customersQuery } from './customers.ts';

/** What comes with a page on which all customers are shown: as many as fill a window, and how many there are. */
export interface FirstCustomers {
  rows: readonly CustomerRow[];
  length: number;
  unreadable: number;
}

/** What comes with the page of a customer; `times` is how often the customer is in the list. */
interface OneCustomer {
  customer: CustomerRow;
  times: number | undefined;
}

const FIRST_ROWS = 60;

/** Of a longer answer the server reads nothing: it would keep everybody else waiting. */
const MOST_BYTES = 512 * 1024;

/** How long a list that was too long isn't asked for again on the server. */
const REST_MS = 10 * 60_000;

/** The organisations whose list was too long, by their salts, and until when it isn't asked for. */
const restsUntil = new Map<string, number>();

const FIRST_KEY = [...CUSTOMERS_KEY, 'first'] as const;
const oneKey = (key: string) => [...CUSTOMERS_KEY, 'one', key] as const;

/** Fetches all customers in a browser; on the server the first, if they are shown as the service has them. */
export async function prefetchCustomerList(client: QueryClient, search: URLSearchParams): Promise<void> {
  if (!rendering()) {
    await client.ensureQueryData(customersQuery);
    return;
  }
  const book = search.size === 0 ? await shortBook(client) : undefined;
  if (!book) return;
  const count = Math.min(FIRST_ROWS, book.rows.length);
  client.setQueryData<FirstCustomers>(FIRST_KEY, {
    rows: Array.from({ length: count }, (_, place) => book.rows.at(place) as CustomerRow),
    length: book.rows.length,
    unreadable: book.unreadable,
  });
}

/** Fetches what the page of a customer shows of the list; returns the e-mail, if the key is a customer's. */
export async function prefetchCustomer(client: QueryClient, key: string): Promise<string | undefined> {
  const book = rendering() ? await shortBook(client) : await client.ensureQueryData(customersQuery);
  if (!book || !isCustomerKey(key)) return undefined;
  const customer = await book.withKey(saltOf(client), key);
  const email = customer?._id.email;
  if (email && rendering()) {
    await book.prepare();
    client.setQueryData<OneCustomer>(oneKey(key), { customer, times: book.timesOf(email) });
  }
  return email;
}

/** The first customers, if they came with the page, and when they were fetched. */
export function useFirstCustomers(): (FirstCustomers & { asOf: number }) | undefined {
  const { data, dataUpdatedAt } = useQuery<FirstCustomers>({ queryKey: FIRST_KEY, queryFn: skipToken });
  return data && { ...data, asOf: dataUpdatedAt };
}

export function useCameCustomer(key: string): OneCustomer | undefined {
  return useQuery<OneCustomer>({ queryKey: oneKey(key), queryFn: skipToken }).data;
}

/** All customers, on the server; undefined where they are too many. Throws an ApiError. */
async function shortBook(client: QueryClient): Promise<CustomerBook | undefined> {
  const salt = saltOf(client);
  if ((restsUntil.get(salt) ?? 0) > Date.now()) return undefined;
  restsUntil.delete(salt);
  const response = await rendering()?.ask(CUSTOMERS_PATH);
  const bytes = await response?.arrayBuffer();
  if (!response || !bytes) return undefined;
  if (bytes.byteLength > MOST_BYTES) {
    restsUntil.set(salt, Date.now() + REST_MS);
    return undefined;
  }
  const { data } = dataOf(response, bytes);
  return Array.isArray(data) ? new CustomerBook(readCustomers(data)) : undefined;
}

function saltOf(client: QueryClient): string {
  const desk = client.getQueryData(deskQuery.queryKey);
  return desk ? customerSaltOf(desk) : '';
}
