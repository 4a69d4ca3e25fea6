import type { Executor } from '../db/open.ts';
import { fold } from './fold.ts';

interface Price {
  buy: number;
  sell: number;
  exchange: number;
}

interface Sides {
  buy: number;
  sell: number;
}

/** A row of service.token. */
export interface TokenRow {
  id: string;
  organisation_id: string;
  name: string;
  /** As searches compare it: see fold.ts. */
  name_folded: string;
  symbol: string;
  symbol_folded: string;
  reference: string;
  image: string;
  currency: string;
  creator: string | null;
  asset: string;
  request: string;
  price: Price;
  prev_price: Price;
  min: Sides;
  max: Sides;
  vol: Sides;
  min_trade: Sides;
  max_trade: Sides;
  type: string;
  deal_access: string;
  investment_type: string;
  investment_category: string;
  payout_frequency: string;
  raise_amount: string;
  buy_fee: string;
  sell_fee: string;
  carry: string;
  management_fee: string;
  valuation: string;
  discount: string;
  interest: string;
  dividend: string;
  tenor: string;
  supply: string;
  total_supply: string;
  total_raised: string;
  post_raise_valuation: string;
  total_allocated: string;
  percentage: string;
  milestone: string;
  secondaries: boolean;
  completed_raise: boolean;
  exited: boolean;
  cancelled: boolean;
  esop_token: boolean;
  created_at: Date;
  updated_at: Date;
}

/** What a token list is narrowed by; an absent part narrows nothing. */
interface TokenFilter {
  cancelled?: boolean | undefined;
  exited?: boolean | undefined;
  completed_raise?: boolean | undefined;
  secondaries?: boolean | undefined;
  private?: boolean | undefined;
  investmentType?: string | undefined;
  name?: string | undefined;
  symbol?: string | undefined;
}

/** A page of the organisation's tokens that pass the filter, newest first, with the number of all that do. */
export async function tokensPage(
  db: Executor,
  organisationId: string,
  filter: TokenFilter,
  window: { limit: number; offset: number },
): Promise<{ rows: TokenRow[]; total: number }> {
  const values: unknown[] = [organisationId];
  const condition = conditionOf(filter, values, `(type = 'Private')`, 'lower(investment_type)');
  const isSearch = Boolean(filter.name || filter.symbol);
  const total = isSearch
    ? await numberOf(db, `select count(*) as total from service.token where ${condition}`, values)
    : await countKept(db, organisationId, filter);
  if (window.offset >= total) return { rows: [], total };
  const { rows } = await db.query<TokenRow>(
    `select * from service.token where ${condition} order by created_at desc, id desc
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, window.limit, window.offset],
  );
  return { rows, total };
}

/** The number of tokens that pass a filter without words: kept by their kinds, not counted. */
async function countKept(db: Executor, organisationId: string, filter: TokenFilter): Promise<number> {
  const values: unknown[] = [organisationId];
  const condition = conditionOf(filter, values, 'private', 'investment_type');
  const text = `select coalesce(sum(tokens), 0) as total from service.token_count where ${condition}`;
  return await numberOf(db, text, values);
}

async function numberOf(db: Executor, text: string, values: unknown[]): Promise<number> {
  const { rows } = await db.query<{ total: string }>(text, values);
  return Number(rows[0]?.total ?? 0);
}

/** One of the organisation's tokens; undefined if it has none with this id. */
export async function tokenById(
  db: Executor,
  organisationId: string,
  id: string,
): Promise<TokenRow | undefined> {
  const { rows } = await db.query<TokenRow>(
    'select * from service.token where id = $1 and organisation_id = $2',
    [id, organisationId],
  );
  return rows[0];
}

/** What a filter asks of tokens, or of their kinds, whose columns differ in two; adds its values to the statement's. */
function conditionOf(
  filter: TokenFilter,
  values: unknown[],
  isPrivate: string,
  investmentType: string,
): string {
  const all = ['organisation_id = $1'];
  const ask = (column: string, value: unknown) => {
    if (value === undefined || value === '') return;
    values.push(value);
    all.push(
      column.includes('?') ? column.replace('?', `$${values.length}`) : `${column} = $${values.length}`,
    );
  };
  ask('cancelled', filter.cancelled);
  ask('exited', filter.exited);
  ask('completed_raise', filter.completed_raise);
  ask('secondaries', filter.secondaries);
  ask(isPrivate, filter.private);
  ask(investmentType, filter.investmentType);
  // strpos knows no wildcards: % and _ mean themselves.
  ask('strpos(name_folded, ?) > 0', filter.name && fold(filter.name));
  ask('strpos(symbol_folded, ?) > 0', filter.symbol && fold(filter.symbol));
  return all.join(' and ');
}
