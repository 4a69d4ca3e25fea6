import { countPage, pageWindow } from '#contract/paging.ts';
import { type Handler, RawJson } from '../bind.ts';
import type { Executor } from '../db/open.ts';
import { tokenReply } from '../tokens/reply.ts';
import type { TokenRow } from '../tokens/repository.ts';

/** Endpoint 9: the whole array at once, put together from lines that the database keeps in JSON. */
export const listCustomers: Handler<'listCustomers'> = async ({ context, client }) => {
  const { rows } = await context.db.query<{ customers: string }>(
    `select coalesce(string_agg(line, ','), '') as customers
     from (select line from service.customer where organisation_id = $1 order by email_key) as lines`,
    [client.organisationId],
  );
  return { message: 'Customers retrieved.', data: new RawJson(`[${rows[0]?.customers ?? ''}]`) };
};

/** What is known of a customer besides the trades. */
interface CustomerRow {
  email: string;
  name: string;
  total_trades: number;
  buys: number;
  sells: number;
}

/** A row of service.transaction. */
interface TransactionRow {
  id: string;
  organisation_id: string;
  type: string;
  status: string;
  user_id: string;
  reference: string;
  from_id: string;
  to_id: string;
  volume: string;
  price: string;
  tokens: string;
  owner_model: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  token_id: string;
}

/** Endpoint 10, newest first. A customer without trades and an unknown e-mail both have none. */
export const listTransactions: Handler<'listTransactions'> = async ({ context, client, query }) => {
  const window = pageWindow(query);
  const key = { organisationId: client.organisationId, emailKey: query.email.toLowerCase() };
  const owner = await customerOf(context.db, key);
  const total = owner
    ? { Buy: owner.buys, Sell: owner.sells, all: owner.total_trades }[query.type ?? 'all']
    : 0;
  const found = owner && window.offset < total ? await tradesOf(context.db, key, query.type, window) : [];
  const customer = { name: owner?.name ?? '', email: owner?.email ?? '' };
  return {
    message: 'Transactions retrieved.',
    data: {
      ...countPage(window, total, found.length),
      transactions: found.map(({ trade, token }) => ({
        _id: trade.id,
        type: trade.type,
        status: trade.status,
        user: trade.user_id,
        reference: trade.reference,
        token: {
          ...tokenReply(token),
          asset: token.asset,
          request: token.request,
          esop_token: token.esop_token,
        },
        from: trade.from_id,
        to: trade.to_id,
        volume: Number(trade.volume),
        price: Number(trade.price),
        owner_model: trade.owner_model,
        meta: { customer, meta: { tokens: Number(trade.tokens) } },
        api_customer_email: customer.email,
        organisation: trade.organisation_id,
        createdAt: trade.created_at.toISOString(),
        updatedAt: trade.updated_at.toISOString(),
        __v: trade.version,
      })),
    },
  };
};

interface CustomerKey {
  organisationId: string;
  emailKey: string;
}

async function customerOf(db: Executor, { organisationId, emailKey }: CustomerKey) {
  const { rows } = await db.query<CustomerRow>(
    `select email, name, total_trades, buys, sells from service.customer
     where organisation_id = $1 and email_key = $2`,
    [organisationId, emailKey],
  );
  return rows[0];
}

/** A page of a customer's trades, newest first, each with its token. */
async function tradesOf(
  db: Executor,
  { organisationId, emailKey }: CustomerKey,
  type: string | undefined,
  window: { limit: number; offset: number },
) {
  const values = [organisationId, emailKey, window.limit, window.offset];
  const trades = await db.query<TransactionRow>(
    `select * from service.transaction where organisation_id = $1 and email_key = $2 ${type ? 'and type = $5' : ''}
     order by created_at desc, id desc limit $3 offset $4`,
    type ? [...values, type] : values,
  );
  const ids = [...new Set(trades.rows.map((row) => row.token_id))];
  const tokens = await db.query<TokenRow>('select * from service.token where id = any($1)', [ids]);
  const byId = new Map(tokens.rows.map((row) => [row.id, row]));
  return trades.rows.flatMap((trade) => {
    const token = byId.get(trade.token_id);
    return token ? [{ trade, token }] : [];
  });
}
