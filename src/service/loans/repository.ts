import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Database, Executor } from '../db/open.ts';
import { creditor, loan, loanCollateral, loanConfiguration, member, token } from '../db/schema.ts';
import { statements } from '../db/statements.ts';

export type LoanRow = typeof loan.$inferSelect;
export type ConfigurationRow = typeof loanConfiguration.$inferSelect & { creditorName: string };

const countOf = statements((db) =>
  db
    .select({ total: creditor.loanCount })
    .from(creditor)
    .where(eq(creditor.id, sql.placeholder('creditorId')))
    .prepare(''),
);

const pageOf = statements((db) =>
  db
    .select()
    .from(loan)
    .where(
      and(eq(loan.creditorId, sql.placeholder('creditorId')), lte(loan.position, sql.placeholder('newest'))),
    )
    .orderBy(desc(loan.position))
    .limit(sql.placeholder('limit'))
    .prepare(''),
);

/** The number of a creditor's loans; kept, never counted. */
export async function countLoans(db: Database, creditorId: string): Promise<number> {
  const [row] = await countOf(db).execute({ creditorId });
  return row?.total ?? 0;
}

/** The creditor's loans, newest first, after the `offset` newest of `total`. */
export async function loansAfter(
  db: Database,
  creditorId: string,
  page: { total: number; offset: number; limit: number },
): Promise<LoanRow[]> {
  return await pageOf(db).execute({ creditorId, newest: page.total - page.offset, limit: page.limit });
}

/** The configuration under which a creditor lends, with the creditor's name. */
export async function configurationOf(
  db: Executor,
  creditorId: string,
): Promise<ConfigurationRow | undefined> {
  const [row] = await db
    .select({ configuration: loanConfiguration, creditorName: creditor.name })
    .from(loanConfiguration)
    .innerJoin(creditor, eq(creditor.id, loanConfiguration.creditorId))
    .where(eq(loanConfiguration.creditorId, creditorId));
  return row && { ...row.configuration, creditorName: row.creditorName };
}

/** Whether a user is a member of the organisation. */
export async function isMemberUser(db: Executor, organisationId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.userId, userId), eq(member.organisationId, organisationId)));
  return rows.length > 0;
}

/** The organisation's tokens among those asked for, by id, held as they are until the transaction ends. */
export async function holdTokens(db: Executor, organisationId: string, ids: readonly string[]) {
  const rows = await db
    .select()
    .from(token)
    .where(and(eq(token.organisationId, organisationId), sql`${token.id} = any(${sql.param([...ids])})`))
    .for('share');
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Writes a loan and its collateral as the creditor's newest. The creditor's row is locked from here to the
 * commit, so positions have no gap and `created_at` strictly grows, by at least a millisecond.
 */
export async function insertLoan(
  db: Executor,
  values: Omit<typeof loan.$inferInsert, 'position' | 'createdAt' | 'updatedAt' | 'repaymentAt'>,
  lines: Omit<typeof loanCollateral.$inferInsert, 'loanId' | 'line'>[],
  when: { now: number; repaymentAt: (createdAt: number) => number },
): Promise<LoanRow> {
  const now = new Date(when.now).toISOString();
  const [place] = await db
    .update(creditor)
    .set({
      loanCount: sql`${creditor.loanCount} + 1`,
      lastLoanAt: sql`greatest(${now}::timestamptz, ${creditor.lastLoanAt} + interval '1 millisecond')`,
    })
    .where(eq(creditor.id, values.creditorId))
    .returning({ position: creditor.loanCount, createdAt: creditor.lastLoanAt });
  if (!place?.createdAt) throw new Error(`The creditor ${values.creditorId} has gone`);
  const [row] = await db
    .insert(loan)
    .values({
      ...values,
      position: place.position,
      createdAt: place.createdAt,
      updatedAt: place.createdAt,
      repaymentAt: new Date(when.repaymentAt(place.createdAt.getTime())),
    })
    .returning();
  if (!row) throw new Error('The loan was not written');
  await db
    .insert(loanCollateral)
    .values(lines.map((line, index) => ({ ...line, loanId: row.id, line: index + 1 })));
  return row;
}
