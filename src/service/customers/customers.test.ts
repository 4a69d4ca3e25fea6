import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import { HARBOUR, startTestService, type TestService } from '#tests/support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('customers', () => {
  it('are all answered at once, each as the contract has it', async () => {
    const { status, body } = await service.call('listCustomers');
    expect(status).toBe(200);
    expect(body.status).toBe('success');
    expect(z.parse(contract.listCustomers.reply, body.data)).toEqual(body.data);
    expect(body.data).toHaveLength(1200);
    expect(new Set(body.data.map((customer: { _id: { email: string } }) => customer._id.email)).size).toBe(
      1200,
    );
  });

  it('are those of the own organisation only', async () => {
    const emails = async (token?: string) => {
      const { body } = await service.call('listCustomers', token ? { token } : {});
      return body.data.map((customer: { _id: { email: string } }) => customer._id.email);
    };
    const harbour = new Set(await emails(HARBOUR));
    expect(harbour.size).toBeGreaterThan(0);
    expect((await emails()).filter((email: string) => harbour.has(email))).toEqual([]);
  });

  it('keep names with quotes, backslashes and line breaks whole', async () => {
    const name = 'O\'Brien "Bó" \\ Øst\n\u0001<b>é</b>\u2028';
    await service.database.pool.query(
      `update service.customer set name = $1 where email_key = (select min(email_key) from service.customer)`,
      [name],
    );
    const { body } = await service.call('listCustomers');
    const other = await service.call('listCustomers', { token: HARBOUR });
    expect([...body.data, ...other.body.data].filter((customer) => customer.name === name)).toHaveLength(1);
  });
});

describe('transactions of a customer', () => {
  const busiest = async () => {
    const { body } = await service.call('listCustomers');
    return body.data.reduce((most: { total_trades: number }, one: { total_trades: number }) =>
      one.total_trades > most.total_trades ? one : most,
    );
  };

  it('add up to the trades that the customer list names, page by page, none twice', async () => {
    const customer = await busiest();
    const ids = new Set<string>();
    let last = '9999';
    for (let page = 1; ; page++) {
      const { body } = await service.call('listTransactions', {
        query: { email: customer._id.email, page, limit: 100 },
      });
      expect(z.parse(contract.listTransactions.reply, body.data)).toEqual(body.data);
      expect(body.data.total).toBe(customer.total_trades);
      expect(body.data.count).toBe(body.data.transactions.length);
      for (const transaction of body.data.transactions) {
        ids.add(transaction._id);
        expect(transaction.createdAt <= last).toBe(true);
        last = transaction.createdAt;
        expect(transaction.api_customer_email).toBe(customer._id.email);
      }
      if (page >= body.data.pages) break;
    }
    expect(ids.size).toBe(customer.total_trades);
  });

  it('are narrowed by type, and the two types are all of them', async () => {
    const customer = await busiest();
    const total = async (type?: string) => {
      const query = { email: customer._id.email, ...(type && { type }) };
      const { body } = await service.call('listTransactions', { query });
      if (type)
        expect(new Set(body.data.transactions.map((one: { type: string }) => one.type))).toEqual(
          new Set([type]),
        );
      return body.data.total;
    };
    expect((await total('Buy')) + (await total('Sell'))).toBe(await total());
  });

  it('are found by email address in any case', async () => {
    const customer = await busiest();
    const { body } = await service.call('listTransactions', {
      query: { email: customer._id.email.toUpperCase() },
    });
    expect(body.data.total).toBe(customer.total_trades);
  });

  it('are none for an unknown e-mail, for another organisation’s customer, and past the last page', async () => {
    const customer = await busiest();
    for (const parts of [
      { query: { email: 'nobody@example.com' } },
      { query: { email: customer._id.email }, token: HARBOUR },
    ]) {
      const { status, body } = await service.call('listTransactions', parts);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ total: 0, count: 0, pages: 1, transactions: [] });
    }
    const { body } = await service.call('listTransactions', {
      query: { email: customer._id.email, page: 2147483647 },
    });
    expect(body.data.transactions).toEqual([]);
    expect(body.data.total).toBe(customer.total_trades);
  });

  it('need an e-mail, and a type that exists', async () => {
    expect(await service.call('listTransactions')).toMatchObject({
      status: 400,
      body: { status: 'error', message: 'email: is required' },
    });
    const { status, body } = await service.call('listTransactions', {
      query: { email: 'a@example.com', type: 'buy' },
    });
    expect(status).toBe(400);
    expect(body.message).toBe('type: must be Buy or Sell');
  });
});
