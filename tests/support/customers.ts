import type { Customer, Transaction } from '#contract/customers.ts';
import { customerAddress } from '#dashboard/api/customers/customer-keys.ts';
import type { Desk } from './desk.ts';

/** The customer with the most trades, one with some dozens, or one with few. */
export async function someone(desk: Desk, which: 'busy' | 'usual' | 'quiet' = 'busy'): Promise<Customer> {
  const customers: Customer[] = (await desk.gateway.service.call('listCustomers')).body.data;
  const sorted = customers.toSorted((a, b) => b.total_trades - a.total_trades);
  const usual = sorted.find(({ total_trades }) => total_trades < 50);
  return { busy: sorted[0], usual, quiet: sorted.at(-1) }[which] as Customer;
}

export async function tradesOf(
  desk: Desk,
  { _id }: Customer,
  { type, page = 1, limit = 25 }: { type?: string; page?: number; limit?: number } = {},
): Promise<Transaction[]> {
  const query = { email: _id.email, page, limit, ...(type && { type }) };
  return (await desk.gateway.service.call('listTransactions', { query })).body.data.transactions;
}

/** The address of a customer's page for who is signed in. */
export async function pageOf(customer: Customer, search = ''): Promise<string> {
  const { data } = await (await fetch('/session')).json();
  return customerAddress(data.session.customerSalt, customer._id.email) + search;
}
