/**
 * The statements of the large demo set, which the database makes up by arithmetic on row numbers: the same
 * numbers give the same rows, and nothing but the numbers travels. They share one object of values, `$1`.
 */

/** A value of the shared object. */
const given = (name: string, type = 'text') => `($1::jsonb ->> '${name}')::${type}`;
/** An identifier of a kind by a row number: ascending, so that it is appended to its index. */
const id = (kind: string, n: string) => `'ba0bab${kind}' || lpad(to_hex(${n}), 16, '0')`;
/** An item of a list of the shared object by a number, which goes round at the list's end. */
const item = (list: string, n: string) =>
  `($1::jsonb -> '${list}' -> ((${n}) % jsonb_array_length($1::jsonb -> '${list}'))::integer)`;
/** A number from 0 up to 1 that looks like chance. */
const chance = (n: string, salt: number) => `((${n}) * ${salt} % 10007) / 10007.0`;

const organisation = given('organisation');
const day = given('day', 'timestamptz');
const ago = (seconds: string) => `(${day} - make_interval(secs => ${seconds}))::timestamptz(3)`;

const spread = (middle: string) => `jsonb_build_object(
  'buy', round(${middle} * 1.012, 2), 'sell', round(${middle} * 0.988, 2), 'exchange', round(${middle}, 2))`;
const sides = (buy: string, sell: string) => `jsonb_build_object('buy', ${buy}, 'sell', ${sell})`;

export const INSERT_TOKENS = `
insert into service.token
select ${id('01', 'n')}, ${organisation},
  issuer ->> 'name' || ' ' || (kind ->> 'label') || series,
  issuer ->> 'folded' || ' ' || lower(kind ->> 'label') || lower(series),
  'BB' || (kind ->> 'code') || n, 'bb' || lower(kind ->> 'code') || n,
  900000 + n, '',
  money ->> 'code', ${id('21', 'n % 97')}, ${id('22', 'n')}, ${id('23', 'n')},
  ${spread('middle')}, ${spread('middle * (0.9 + ((n * 31) % 19) * 0.01 + 0.005)')},
  ${sides('1', '1')}, ${sides('5000', '5000')}, ${sides('n * 13 % 9000', 'n * 7 % 9000')},
  ${sides('1', '1')}, ${sides('2500', '2500')},
  case when n % 5 = 2 then 'Public' else 'Private' end, case when n % 5 = 2 then 'Public' else 'Private' end,
  kind ->> 'investmentType', kind ->> 'category', kind ->> 'payout',
  1000000 * (1 + n % 90), 1, 1, 0, 1, 5000000 * (1 + n % 90), 0, 10 + n % 12, 0, 12,
  1000, 100000, 1000000 * (1 + n % 90), 6000000 * (1 + n % 90), 99000, 100, '',
  n % 3 <> 1, true, n % 41 = 40, n % 53 = 52, false,
  ${ago('86400 * (800 + n % 600) + n')}, ${ago('86400 * (1 + n % 30)')}
from (
  select n, ${item('instruments', 'n - 1')} as kind, ${item('issuers', 'n / 6')} as issuer, money,
    ' Series ' || (1 + n / 288) as series,
    ((${item('instruments', 'n - 1')} -> 'naira' ->> 0)::numeric
      + ((${item('instruments', 'n - 1')} -> 'naira' ->> 1)::numeric
        - (${item('instruments', 'n - 1')} -> 'naira' ->> 0)::numeric) * ${chance('n', 7919)})
      * (money ->> 'level')::numeric as middle
  from generate_series(1, ${given('tokens', 'bigint')}) n,
    lateral (select ${item('currencies', 'n + n / 6')} as money) m
) token`;

export const INSERT_MEMBERS = `
insert into service.member
select ${id('02', 'n')}, ${organisation}, ${id('03', 'n')}, 'Active',
  jsonb_build_object(
    'type', 'individual', 'entity_type', 'person', 'fname', first ->> 'name', 'lname', last ->> 'name',
    'email', email, 'username', (first ->> 'plain') || n, 'phone', '+23480' || lpad((n * 7919 % 100000000)::text, 8, '0'),
    'city', case when n % 7 > 0 then 'Lagos' end, 'state', case when n % 7 > 0 then 'Lagos' end,
    'country', 'Nigeria', 'homeAddress', case when n % 4 > 0 then n || ' Broad Street, Lagos' end,
    'kyc', jsonb_build_object('bank', n % 9 > 0, 'identityDocument', review, 'selfie', review, 'address', review,
      'accredited', 'Pending', 'email', true, 'terms', true),
    'activated', true, 'verified', review = 'Approved', 'pin_set', true, 'biometrics_auth', n % 2 = 0,
    'self_activated', n % 3 > 0, 'two_factor_enabled', false, 'dealroom_member', n % 3 = 0,
    'temp_two_factor_secret', '', 'two_factor_secret', '', 'provider1_baas_reference', '',
    'provider2_reference', '', 'provider3_reference', '', 'manual_reference', '',
    'tour', jsonb_build_object('introduction_tour', true, 'wallet_tour', n % 2 = 0, 'secondary_tour', false),
    'createdAt', ${given('signedUp')}, 'updatedAt', ${given('signedUp')}),
  ${ago('86400 * 40 + n * 60')}, ${ago('86400 * 30 + n')}
from (
  select n, first, last, (last ->> 'plain') || '.' || (first ->> 'plain') || '.m' || n || '@example.net' as email,
    case when n % 8 = 3 then 'Pending' else 'Approved' end as review
  from generate_series(1, ${given('members', 'bigint')}) n,
    lateral (select ${item('first', 'n')} as first, ${item('last', 'n * 7 + n / 61')} as last) p
) member`;

/** What may be collateral, numbered; the first token always may, so that there is one. */
export const MAKE_PLEDGEABLE = `
create temporary table demo_pledgeable on commit drop as
select row_number() over (order by id) - 1 as rank, id, currency, (price ->> 'sell')::numeric as sell
from service.token
where organisation_id = ${organisation} and not exited and not cancelled
  and $1::jsonb -> 'categories' ? investment_category`;

/** The loans from one position to another: `from` and `to` are $2 and $3. */
export const INSERT_LOANS = `
with made as (
  select n, t.id as token_id, t.currency, t.sell,
    (size ->> 0)::numeric + floor(((size ->> 1)::numeric - (size ->> 0)::numeric)
      * (${chance('n', 7433)}) ^ 2 / (size ->> 2)::numeric) * (size ->> 2)::numeric as amount,
    (array[1, 3, 6, 9, 12])[1 + n % 5] as duration, 0.015 + (n % 19) * 0.0025 as rate,
    ${ago(`86400 + (${given('loans', 'bigint')} - n) * 52000000.0 / ${given('loans', 'bigint')}`)} as created_at
  from generate_series($2::bigint, $3::bigint) n
  join demo_pledgeable t on t.rank = n * 7919 % (select count(*) from demo_pledgeable),
  lateral (select $1::jsonb -> 'sizes' -> t.currency as size) s
), dated as (
  select *, (created_at at time zone ${given('timeZone')} + make_interval(months => duration))
    at time zone ${given('timeZone')} as repayment_at
  from made
), pledged as (
  insert into service.loan_collateral
  select ${id('05', 'n')}, 0, token_id, ceil(amount / ${given('ratio', 'numeric')} * (1.05 + n % 40 * 0.01) / sell), sell
  from dated
)
insert into service.loan
select ${id('05', 'n')}, ${given('creditor')}, n, ${given('configuration')},
  ${id('03', `1 + n * 31 % ${given('members', 'bigint')}`)}, amount, currency,
  round(amount * (1 + rate * duration), 2), repayment_at, rate, duration, status, ${given('grace', 'integer')}, 'DAYS',
  case when n % 8 > 0 then ${item('reasons', 'n')} #>> '{}' end, null, null, null, created_at,
  case when status = 'REPAID' then repayment_at else created_at end
from dated, lateral (select case
  when repayment_at > ${day} - interval '7 days' then 'ACTIVE'
  when n % 50 = 0 then 'OVERDUE' when n % 70 = 0 then 'DEFAULTED' else 'REPAID' end as status) s`;

export const COUNT_LOANS = `
update service.creditor set loan_count = ${given('loans', 'bigint')},
  last_loan_at = (select max(created_at) from service.loan where creditor_id = ${given('creditor')})
where id = ${given('creditor')}`;

/** How many trades the first `n` customers have together: one each where there are enough, the rest by a root. */
const tradesUpTo = (n: string) => `(
  case when ${given('transactions', 'bigint')} >= ${given('customers', 'bigint')} then ${n} else 0 end
  + floor(sqrt((${n})::float8 / ${given('customers', 'bigint')}) * (${given('transactions', 'bigint')}
    - case when ${given('transactions', 'bigint')} >= ${given('customers', 'bigint')}
      then ${given('customers', 'bigint')} else 0 end))::bigint)`;

/** The customers, numbered, with the number of trades of each and of all before it. */
export const MAKE_CUSTOMERS = `
create temporary table demo_customer on commit drop as
select n, first ->> 'name' || ' ' || (last ->> 'name') as name,
  (last ->> 'plain') || '.' || (first ->> 'plain') || '.' || n || '@example.net' as email,
  before, trades, 60000000 / (trades + 1) as step,
  3600 + n * 102947 % (60000000 / (trades + 1)) as latest
from (
  select n, ${tradesUpTo('n - 1')} as before, ${tradesUpTo('n')} - ${tradesUpTo('n - 1')} as trades
  from generate_series(1, ${given('customers', 'bigint')}) n
) counted, lateral (select ${item('first', 'n')} as first, ${item('last', 'n * 7 + n / 61')} as last) p`;

/** Of three trades in a row the newest is a sale of what the two before it bought. */
export const INSERT_CUSTOMERS = `
insert into service.customer
select ${organisation}, email, email, name, trades, trades - trades / 3, trades / 3, ${ago('latest')}
from demo_customer`;

/** The tokens as trades need them. */
export const MAKE_TRADABLE = `
create temporary table demo_tradable on commit drop as
select row_number() over (order by id) - 1 as rank, id, (price ->> 'buy')::numeric as buy,
  (price ->> 'sell')::numeric as sell
from service.token where organisation_id = ${organisation}`;

/** The trades of the customers from one number to another: `from` and `to` are $2 and $3. */
export const INSERT_TRANSACTIONS = `
insert into service.transaction
select ${id('07', 'trade')}, ${organisation}, email, case when sale then 'Sell' else 'Buy' end,
  case when trade % 29 = 0 then 'Pending' else 'Completed' end, person,
  'TRX-' || lpad(upper(to_hex(trade)), 14, '0'), token_id,
  case when sale then person else wallet end, case when sale then wallet else person end, volume,
  round(case when sale then sell else buy end * (0.9 + trade * 37 % 17 * 0.01), 2), volume, 'api_key', 0,
  created_at, created_at
from (
  select c.email, c.before + k + 1 as trade, k % 3 = 0 and k + 2 < c.trades as sale, ${id('06', 'c.n')} as person,
    t.id as token_id, ${id('24', 't.rank')} as wallet, t.buy, t.sell,
    case when k % 3 = 0 and k + 2 < c.trades then 1 + (c.n + k) % 20 else 10 + (c.n + k * 7) % 50 end as volume,
    ${ago('c.latest + k * c.step')} as created_at
  from demo_customer c cross join lateral generate_series(0, c.trades - 1) k
  join demo_tradable t on t.rank = (c.n * 31 + k / 3) % ${given('tokens', 'bigint')}
  where c.n between $2::bigint and $3::bigint
) traded`;
