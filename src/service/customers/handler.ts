import { and, desc, eq, sql } from 'drizzle-orm';
import { countPage, pageWindow } from '#contract/paging.ts';
import { type Handler, RawJson } from '../bind.ts';
import { customer, token, transaction } from '../db/schema.ts';
import { tokenReply } from '../tokens/reply.ts';

/** Endpoint 9: the whole array at once, put together from lines that the database keeps in JSON. */
export const listCustomers: Handler<'listCustomers'> = async ({ context, client }) => {
  const lines = context.db
    .select({ line: customer.line })
    .from(customer)
    .where(eq(customer.organisationId, client.organisationId))
    .orderBy(customer.emailKey)
    .as('lines');
  const [all] = await context.db
    .select({ customers: sql<string>`coalesce(string_agg(${lines.line}, ','), '')` })
    .from(lines);
  return { message: 'Customers retrieved.', data: new RawJson(`[${all?.customers ?? ''}]`) };
};

/** Endpoint 10, newest first. A customer without trades and an unknown e-mail both have none. */
export const listTransactions: Handler<'listTransactions'> = async ({ context, client, query }) => {
  const window = pageWindow(query);
  const emailKey = query.email.toLowerCase();
  const [owner] = await context.db
    .select()
    .from(customer)
    .where(and(eq(customer.organisationId, client.organisationId), eq(customer.emailKey, emailKey)));
  const total = owner
    ? { Buy: owner.buys, Sell: owner.sells, all: owner.totalTrades }[query.type ?? 'all']
    : 0;
  const found =
    owner && window.offset < total
      ? await context.db
          .select({ row: transaction, token })
          .from(transaction)
          .innerJoin(token, eq(token.id, transaction.tokenId))
          .where(
            and(
              eq(transaction.organisationId, client.organisationId),
              eq(transaction.emailKey, emailKey),
              query.type && eq(transaction.type, query.type),
            ),
          )
          .orderBy(desc(transaction.createdAt), desc(transaction.id))
          .limit(window.limit)
          .offset(window.offset)
      : [];
  return {
    message: 'Transactions retrieved.',
    data: {
      ...countPage(window, total, found.length),
      transactions: found.map(({ row, token: traded }) => ({
        _id: row.id,
        type: row.type,
        status: row.status,
        user: row.userId,
        reference: row.reference,
        token: {
          ...tokenReply(traded),
          asset: traded.asset,
          request: traded.request,
          esop_token: traded.esopToken,
        },
        from: row.fromId,
        to: row.toId,
        volume: row.volume,
        price: row.price,
        owner_model: row.ownerModel,
        meta: {
          customer: { name: owner?.name ?? '', email: owner?.email ?? '' },
          meta: { tokens: row.tokens },
        },
        api_customer_email: owner?.email ?? '',
        organisation: row.organisationId,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
        __v: row.version,
      })),
    },
  };
};
