import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  numeric,
  pgSchema,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Member } from '#contract/members.ts';

/** The tables of the service as drizzle sees them. migrations/ makes them; a test holds the two together. */
export const service = pgSchema('service');

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const number = (name: string) => numeric(name, { mode: 'number' });
const created = { createdAt: instant('created_at').notNull(), updatedAt: instant('updated_at').notNull() };

export const organisation = service.table('organisation', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  demo: boolean('demo').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const creditor = service.table('creditor', {
  id: text('id').primaryKey(),
  organisationId: text('organisation_id').notNull(),
  name: text('name').notNull(),
  loanCount: bigint('loan_count', { mode: 'number' }).notNull(),
  lastLoanAt: instant('last_loan_at'),
});

export const apiClient = service.table('api_client', {
  id: text('id').primaryKey(),
  organisationId: text('organisation_id').notNull(),
  creditorId: text('creditor_id'),
  name: text('name').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  demo: boolean('demo').notNull(),
  createdAt: instant('created_at').notNull(),
  revokedAt: instant('revoked_at'),
});

export const loanConfiguration = service.table('loan_configuration', {
  id: text('id').primaryKey(),
  creditorId: text('creditor_id').notNull(),
  investmentCategories: text('investment_categories').array().notNull(),
  gracePeriod: integer('grace_period').notNull(),
  gracePeriodUnit: text('grace_period_unit').notNull(),
  maxAmount: jsonb('max_amount').$type<Record<string, number>>().notNull(),
  collateralRatio: number('collateral_ratio').notNull(),
  duration: integer('duration').notNull(),
  interestRate: number('interest_rate').notNull(),
  providerUrl: text('provider_url').notNull(),
  useApi: boolean('use_api').notNull(),
  ...created,
});

export const loan = service.table('loan', {
  id: text('id').primaryKey(),
  creditorId: text('creditor_id').notNull(),
  /** 1 for the creditor's oldest loan, 2 for the next: a page at any depth is one step into an index. */
  position: bigint('position', { mode: 'number' }).notNull(),
  loanConfigurationId: text('loan_configuration_id').notNull(),
  borrowerId: text('borrower_id').notNull(),
  amount: numeric('amount').notNull(),
  currency: text('currency').notNull(),
  repaymentAmount: numeric('repayment_amount').notNull(),
  repaymentAt: instant('repayment_at').notNull(),
  interestRate: number('interest_rate').notNull(),
  duration: integer('duration').notNull(),
  status: text('status').notNull(),
  gracePeriod: integer('grace_period').notNull(),
  gracePeriodUnit: text('grace_period_unit').notNull(),
  reason: text('reason'),
  bankName: text('bank_name'),
  bankCode: text('bank_code'),
  accountNumber: text('account_number'),
  ...created,
});

export const loanCollateral = service.table('loan_collateral', {
  loanId: text('loan_id').notNull(),
  line: integer('line').notNull(),
  tokenId: text('token_id').notNull(),
  quantity: numeric('quantity').notNull(),
  sellPrice: numeric('sell_price').notNull(),
});

type Price = { buy: number; sell: number; exchange: number };
type Sides = { buy: number; sell: number };

export const token = service.table('token', {
  id: text('id').primaryKey(),
  organisationId: text('organisation_id').notNull(),
  name: text('name').notNull(),
  /** As searches compare it: see tokens/fold.ts. */
  nameFolded: text('name_folded').notNull(),
  symbol: text('symbol').notNull(),
  symbolFolded: text('symbol_folded').notNull(),
  reference: bigint('reference', { mode: 'number' }).notNull(),
  image: text('image').notNull(),
  currency: text('currency').notNull(),
  creator: text('creator'),
  asset: text('asset').notNull(),
  request: text('request').notNull(),
  price: jsonb('price').$type<Price>().notNull(),
  prevPrice: jsonb('prev_price').$type<Price>().notNull(),
  min: jsonb('min').$type<Sides>().notNull(),
  max: jsonb('max').$type<Sides>().notNull(),
  vol: jsonb('vol').$type<Sides>().notNull(),
  minTrade: jsonb('min_trade').$type<Sides>().notNull(),
  maxTrade: jsonb('max_trade').$type<Sides>().notNull(),
  type: text('type').notNull(),
  dealAccess: text('deal_access').notNull(),
  investmentType: text('investment_type').notNull(),
  investmentCategory: text('investment_category').notNull(),
  payoutFrequency: text('payout_frequency').notNull(),
  raiseAmount: number('raise_amount').notNull(),
  buyFee: number('buy_fee').notNull(),
  sellFee: number('sell_fee').notNull(),
  carry: number('carry').notNull(),
  managementFee: number('management_fee').notNull(),
  valuation: number('valuation').notNull(),
  discount: number('discount').notNull(),
  interest: number('interest').notNull(),
  dividend: number('dividend').notNull(),
  tenor: number('tenor').notNull(),
  supply: number('supply').notNull(),
  totalSupply: number('total_supply').notNull(),
  totalRaised: number('total_raised').notNull(),
  postRaiseValuation: number('post_raise_valuation').notNull(),
  totalAllocated: number('total_allocated').notNull(),
  percentage: number('percentage').notNull(),
  milestone: text('milestone').notNull(),
  secondaries: boolean('secondaries').notNull(),
  completedRaise: boolean('completed_raise').notNull(),
  exited: boolean('exited').notNull(),
  cancelled: boolean('cancelled').notNull(),
  esopToken: boolean('esop_token').notNull(),
  ...created,
});

/** How many tokens there are of each kind; the database keeps it. */
export const tokenCount = service.table('token_count', {
  organisationId: text('organisation_id').notNull(),
  cancelled: boolean('cancelled').notNull(),
  exited: boolean('exited').notNull(),
  completedRaise: boolean('completed_raise').notNull(),
  secondaries: boolean('secondaries').notNull(),
  private: boolean('private').notNull(),
  /** In lower case. */
  investmentType: text('investment_type').notNull(),
  tokens: bigint('tokens', { mode: 'number' }).notNull(),
});

export const member = service.table('member', {
  id: text('id').primaryKey(),
  organisationId: text('organisation_id').notNull(),
  userId: text('user_id').notNull(),
  status: text('status').notNull(),
  /** The member user of the interface, all but its `_id`. */
  profile: jsonb('profile').$type<Omit<Member['user'], '_id'>>().notNull(),
  ...created,
});

export const memberOrder = service.table('member_order', {
  id: text('id').primaryKey(),
  organisationId: text('organisation_id').notNull(),
  userId: text('user_id').notNull(),
  tokenId: text('token_id').notNull(),
  price: numeric('price').notNull(),
  currency: text('currency').notNull(),
  amount: numeric('amount').notNull(),
  type: text('type').notNull(),
  ownerModel: text('owner_model').notNull(),
  status: text('status').notNull(),
  ...created,
});

export const escrowEntry = service.table('escrow_entry', {
  orderId: text('order_id').notNull(),
  kind: text('kind').$type<'hold' | 'reversal'>().notNull(),
  /** What is held: a currency code for a purchase, a token id for a sale. */
  asset: text('asset').notNull(),
  quantity: numeric('quantity').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const customer = service.table('customer', {
  organisationId: text('organisation_id').notNull(),
  /** The e-mail in lower case, which identifies a customer. */
  emailKey: text('email_key').notNull(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  totalTrades: integer('total_trades').notNull(),
  buys: integer('buys').notNull(),
  sells: integer('sells').notNull(),
  lastTradeAt: instant('last_trade_at').notNull(),
  /** The customer in the JSON of endpoint 9; the database writes it. */
  line: text('line')
    .notNull()
    .generatedAlwaysAs(sql`service.customer_line(email, name, total_trades, last_trade_at)`),
});

export const transaction = service.table('transaction', {
  id: text('id').primaryKey(),
  organisationId: text('organisation_id').notNull(),
  emailKey: text('email_key').notNull(),
  type: text('type').notNull(),
  status: text('status').notNull(),
  userId: text('user_id').notNull(),
  reference: text('reference').notNull(),
  tokenId: text('token_id').notNull(),
  fromId: text('from_id').notNull(),
  toId: text('to_id').notNull(),
  volume: number('volume').notNull(),
  price: number('price').notNull(),
  tokens: number('tokens').notNull(),
  ownerModel: text('owner_model').notNull(),
  version: integer('version').notNull(),
  ...created,
});

export const outbox = service.table('outbox', {
  id: text('id').primaryKey(),
  organisationId: text('organisation_id').notNull(),
  event: text('event').notNull(),
  /** The exact body to send, so that every attempt carries the same bytes. */
  payload: text('payload').notNull(),
  createdAt: instant('created_at').notNull(),
  attempts: integer('attempts').notNull(),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  deliveredAt: instant('delivered_at'),
  abandonedAt: instant('abandoned_at'),
  lastError: text('last_error'),
});

export const idempotencyKey = service.table('idempotency_key', {
  clientId: text('client_id').notNull(),
  key: uuid('key').notNull(),
  /** A digest of the request, so that a key can't be used for another one. */
  digest: bytea('digest').notNull(),
  /** The response: its message, and its data in JSON. Null only inside the transaction that writes them. */
  message: text('message'),
  data: text('data'),
  createdAt: instant('created_at').notNull(),
});
