import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../db/open.ts';
import { token, tokenCount } from '../db/schema.ts';
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
  const isSearch = Boolean(filter.name || filter.symbol);
  const total = isSearch ? await db.$count(token, where) : await countKept(db, organisationId, filter);
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

/** The number of tokens that pass a filter without words: kept by their kinds, not counted. */
async function countKept(db: Executor, organisationId: string, filter: TokenFilter): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`coalesce(sum(${tokenCount.tokens}), 0)::int` })
    .from(tokenCount)
    .where(
      and(
        eq(tokenCount.organisationId, organisationId),
        ...flags(tokenCount, filter),
        filter.private === undefined ? undefined : eq(tokenCount.private, filter.private),
        filter.investmentType ? eq(tokenCount.investmentType, filter.investmentType) : undefined,
      ),
    );
  return counted?.total ?? 0;
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
  const all = flags(token, filter);
  if (filter.private !== undefined) {
    all.push(filter.private ? sql`${token.type} = 'Private'` : sql`${token.type} <> 'Private'`);
  }
  if (filter.investmentType) all.push(sql`lower(${token.investmentType}) = ${filter.investmentType}`);
  // strpos knows no wildcards: % and _ mean themselves.
  if (filter.name) all.push(sql`strpos(${token.nameFolded}, ${fold(filter.name)}) > 0`);
  if (filter.symbol) all.push(sql`strpos(${token.symbolFolded}, ${fold(filter.symbol)}) > 0`);
  return all;
}

/** What a filter asks of the yes or no of tokens, or of their kinds. */
function flags(of: typeof token | typeof tokenCount, filter: TokenFilter): SQL[] {
  const all: SQL[] = [];
  if (filter.closed !== undefined) all.push(eq(of.cancelled, filter.closed));
  if (filter.exited !== undefined) all.push(eq(of.exited, filter.exited));
  if (filter.completedRaise !== undefined) all.push(eq(of.completedRaise, filter.completedRaise));
  if (filter.secondaries !== undefined) all.push(eq(of.secondaries, filter.secondaries));
  return all;
}
