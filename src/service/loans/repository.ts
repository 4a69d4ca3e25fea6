import type { Pool } from 'pg';
import { insertRows } from '../db/insert.ts';
import type { Executor } from '../db/open.ts';
import type { TokenRow } from '../tokens/repository.ts';

/** A row of service.loan. */
export interface LoanRow {
  id: string;
  creditor_id: string;
  /** 1 for the creditor's oldest loan, 2 for the next: a page at any depth is one step into an index. */
  position: string;
  loan_configuration_id: string;
  borrower_id: string;
  amount: string;
  currency: string;
  repayment_amount: string;
  repayment_at: Date;
  interest_rate: string;
  duration: number;
  status: string;
  grace_period: number;
  grace_period_unit: string;
  reason: string | null;
  bank_name: string | null;
  bank_code: string | null;
  account_number: string | null;
  created_at: Date;
  updated_at: Date;
}

/** A row of service.loan_configuration. */
export interface ConfigurationRow {
  id: string;
  creditor_id: string;
  investment_categories: string[];
  grace_period: number;
  grace_period_unit: string;
  max_amount: Record<string, number>;
  collateral_ratio: string;
  duration: number;
  interest_rate: string;
  provider_url: string;
  use_api: boolean;
  created_at: Date;
  updated_at: Date;
}

/** A loan before it has its place among the creditor's; its interest rate comes as a number. */
type NewLoan = Omit<LoanRow, 'position' | 'created_at' | 'updated_at' | 'repayment_at' | 'interest_rate'> & {
  interest_rate: number;
};

/** A line of a loan's collateral, with the price that it was taken at. */
interface CollateralLine {
  token_id: string;
  quantity: string;
  sell_price: string;
}

/** The number of a creditor's loans; kept, never counted. */
export async function countLoans(db: Pool, creditorId: string): Promise<number> {
  const { rows } = await db.query<{ loan_count: string }>(
    'select loan_count from service.creditor where id = $1',
    [creditorId],
  );
  return Number(rows[0]?.loan_count ?? 0);
}

/** The creditor's loans, newest first, after the `offset` newest of `total`. */
export async function loansAfter(
  db: Pool,
  creditorId: string,
  page: { total: number; offset: number; limit: number },
): Promise<LoanRow[]> {
  const { rows } = await db.query<LoanRow>(
    'select * from service.loan where creditor_id = $1 and position <= $2 order by position desc limit $3',
    [creditorId, page.total - page.offset, page.limit],
  );
  return rows;
}

/** The configuration under which a creditor lends, with the creditor's name. */
export async function configurationOf(
  db: Executor,
  creditorId: string,
): Promise<(ConfigurationRow & { creditor_name: string }) | undefined> {
  const { rows } = await db.query<ConfigurationRow & { creditor_name: string }>(
    `select configuration.*, creditor.name as creditor_name
     from service.loan_configuration configuration join service.creditor on creditor.id = configuration.creditor_id
     where creditor_id = $1`,
    [creditorId],
  );
  return rows[0];
}

/** Whether a user is a member of the organisation. */
export async function isMemberUser(db: Executor, organisationId: string, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from service.member where user_id = $1 and organisation_id = $2',
    [userId, organisationId],
  );
  return rowCount !== 0;
}

/** The organisation's tokens among those asked for, by id, held as they are until the transaction ends. */
export async function holdTokens(db: Executor, organisationId: string, ids: readonly string[]) {
  const { rows } = await db.query<TokenRow>(
    'select * from service.token where organisation_id = $1 and id = any($2) for share',
    [organisationId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Writes a loan and its collateral as the creditor's newest. The creditor's row is locked from here to the
 * commit, so positions have no gap and `created_at` strictly grows, by at least a millisecond.
 */
export async function insertLoan(
  db: Executor,
  values: NewLoan,
  lines: readonly CollateralLine[],
  when: { now: number; repaymentAt: (createdAt: number) => number },
): Promise<LoanRow> {
  const placed = await db.query<{ loan_count: string; last_loan_at: Date }>(
    `update service.creditor set loan_count = loan_count + 1,
       last_loan_at = greatest($2, last_loan_at + interval '1 millisecond')
     where id = $1 returning loan_count, last_loan_at`,
    [values.creditor_id, new Date(when.now)],
  );
  const [place] = placed.rows;
  if (!place) throw new Error(`The creditor ${values.creditor_id} has gone`);
  const [row] = await insertRows<LoanRow>(db, 'loan', [
    {
      ...values,
      position: place.loan_count,
      created_at: place.last_loan_at,
      updated_at: place.last_loan_at,
      repayment_at: new Date(when.repaymentAt(place.last_loan_at.getTime())),
    },
  ]);
  if (!row) throw new Error('The loan was not written');
  await insertRows(
    db,
    'loan_collateral',
    lines.map((line, index) => ({ ...line, loan_id: row.id, line: index + 1 })),
  );
  return row;
}
