import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../db/open.ts';
import { token } from '../db/schema.ts';
import { fold } from './fold.ts';

export type TokenRow = typeof token.$inferSelect;

/** What a token list is narrowed by; an absent part narrows nothing. */
export interface TokenFilter {
  closed?: boolean | undefined;
  exited?: boolean | undefined;
  completedRaise?: boolean | undefined;
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
  const where = and(eq(token.organisationId, organisationId), ...conditions(filter));
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(token).where(where);
  const total = counted?.total ?? 0;
  if (window.offset >= total) return { rows: [], total };
  const rows = await db
    .select()
    .from(token)
    .where(where)
    .orderBy(desc(token.createdAt), desc(token.id))
    .limit(window.limit)
    .offset(window.offset);
  return { rows, total };
}

export async function tokenById(
  db: Executor,
  organisationId: string,
  id: string,
): Promise<TokenRow | undefined> {
  const [row] = await db
    .select()
    .from(token)
    .where(and(eq(token.id, id), eq(token.organisationId, organisationId)));
  return row;
}

function conditions(filter: TokenFilter): SQL[] {
  const all: SQL[] = [];
  if (filter.closed !== undefined) all.push(eq(token.cancelled, filter.closed));
  if (filter.exited !== undefined) all.push(eq(token.exited, filter.exited));
  if (filter.completedRaise !== undefined) all.push(eq(token.completedRaise, filter.completedRaise));
  if (filter.secondaries !== undefined) all.push(eq(token.secondaries, filter.secondaries));
  if (filter.private !== undefined) {
    all.push(filter.private ? sql`${token.type} = 'Private'` : sql`${token.type} <> 'Private'`);
  }
  if (filter.investmentType) all.push(sql`lower(${token.investmentType}) = ${filter.investmentType}`);
  // strpos knows no wildcards: % and _ mean themselves.
  if (filter.name) all.push(sql`strpos(${token.nameFolded}, ${fold(filter.name)}) > 0`);
  if (filter.symbol) all.push(sql`strpos(${token.symbolFolded}, ${fold(filter.symbol)}) > 0`);
  return all;
}
