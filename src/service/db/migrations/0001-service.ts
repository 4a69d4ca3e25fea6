/** The tables of the service. Keys are texts made by the service: no sequence has to be shared between machines. */
export const sql = `
create table service.organisation (
  id text primary key,
  name text not null unique,
  demo boolean not null,
  created_at timestamptz(3) not null
);

create table service.creditor (
  id text primary key,
  organisation_id text not null references service.organisation,
  name text not null,
  loan_count bigint not null default 0,
  last_loan_at timestamptz(3)
);

create table service.api_client (
  id text primary key,
  organisation_id text not null references service.organisation,
  creditor_id text references service.creditor,
  name text not null,
  token_hash bytea not null unique,
  demo boolean not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);

create table service.loan_configuration (
  id text primary key,
  creditor_id text not null unique references service.creditor,
  investment_categories text[] not null,
  grace_period integer not null check (grace_period >= 0),
  grace_period_unit text not null,
  max_amount jsonb not null,
  collateral_ratio numeric not null check (collateral_ratio > 0),
  duration integer not null check (duration > 0),
  interest_rate numeric not null check (interest_rate between 0 and 1),
  provider_url text not null,
  use_api boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table service.token (
  id text primary key,
  organisation_id text not null references service.organisation,
  name text not null,
  name_folded text not null,
  symbol text not null,
  symbol_folded text not null,
  reference bigint not null,
  image text not null,
  currency text not null,
  creator text,
  asset text not null,
  request text not null,
  price jsonb not null,
  prev_price jsonb not null,
  min jsonb not null,
  max jsonb not null,
  vol jsonb not null,
  min_trade jsonb not null,
  max_trade jsonb not null,
  type text not null,
  deal_access text not null,
  investment_type text not null,
  investment_category text not null,
  payout_frequency text not null,
  raise_amount numeric not null,
  buy_fee numeric not null,
  sell_fee numeric not null,
  carry numeric not null,
  management_fee numeric not null,
  valuation numeric not null,
  discount numeric not null,
  interest numeric not null,
  dividend numeric not null,
  tenor numeric not null,
  supply numeric not null,
  total_supply numeric not null,
  total_raised numeric not null,
  post_raise_valuation numeric not null,
  total_allocated numeric not null,
  percentage numeric not null,
  milestone text not null,
  secondaries boolean not null,
  completed_raise boolean not null,
  exited boolean not null,
  cancelled boolean not null,
  esop_token boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index token_newest on service.token (organisation_id, created_at desc, id desc);

create table service.member (
  id text primary key,
  organisation_id text not null references service.organisation,
  user_id text not null unique,
  status text not null,
  profile jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index member_newest on service.member (organisation_id, created_at desc, id desc);

create table service.loan (
  id text primary key,
  creditor_id text not null references service.creditor,
  position bigint not null,
  loan_configuration_id text not null references service.loan_configuration,
  borrower_id text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  repayment_amount numeric not null,
  repayment_at timestamptz(3) not null,
  interest_rate numeric not null,
  duration integer not null,
  status text not null,
  grace_period integer not null,
  grace_period_unit text not null,
  reason text,
  bank_name text,
  bank_code text,
  account_number text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (repayment_amount >= amount),
  unique (creditor_id, position)
);

create table service.loan_collateral (
  loan_id text not null references service.loan,
  line integer not null,
  token_id text not null references service.token,
  quantity numeric not null check (quantity > 0),
  sell_price numeric not null,
  primary key (loan_id, line)
);

create table service.member_order (
  id text primary key,
  organisation_id text not null references service.organisation,
  user_id text not null references service.member (user_id),
  token_id text not null references service.token,
  price numeric not null,
  currency text not null,
  amount numeric not null,
  type text not null,
  owner_model text not null,
  status text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index member_order_owner on service.member_order (user_id, status);

create table service.escrow_entry (
  order_id text not null references service.member_order,
  kind text not null check (kind in ('hold', 'reversal')),
  asset text not null,
  quantity numeric not null,
  created_at timestamptz(3) not null,
  primary key (order_id, kind)
);

create table service.customer (
  organisation_id text not null references service.organisation,
  email_key text not null,
  email text not null,
  name text not null,
  total_trades integer not null,
  buys integer not null,
  sells integer not null,
  last_trade_at timestamptz(3) not null,
  primary key (organisation_id, email_key)
);

create table service.transaction (
  id text primary key,
  organisation_id text not null references service.organisation,
  email_key text not null,
  type text not null,
  status text not null,
  user_id text not null,
  reference text not null,
  token_id text not null references service.token,
  from_id text not null,
  to_id text not null,
  volume numeric not null,
  price numeric not null,
  tokens numeric not null,
  owner_model text not null,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index transaction_newest on service.transaction (organisation_id, email_key, created_at desc, id desc);

create table service.outbox (
  id text primary key,
  organisation_id text not null references service.organisation,
  event text not null,
  payload text not null,
  created_at timestamptz(3) not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null,
  delivered_at timestamptz(3),
  abandoned_at timestamptz(3),
  last_error text
);
create index outbox_due on service.outbox (next_attempt_at)
  where delivered_at is null and abandoned_at is null;
`;
