import { desc, eq, sql } from 'drizzle-orm';
import { ORGANISATION_HEADER, writeOrganisation } from '#contract/organisation-header.ts';
import { countPage, pageWindow } from '#contract/paging.ts';
import type { Handler } from '../bind.ts';
import { member, organisation } from '../db/schema.ts';

/** No caller needs these, so none gets them, even if they are stored (decisions, row 20). */
const NO_SECRETS = { temp_two_factor_secret: '', two_factor_secret: '' };

/** Endpoint 5, newest first. */
export const listMembers: Handler<'listMembers'> = async ({ context, client, query }) => {
  const window = pageWindow(query);
  const where = eq(member.organisationId, client.organisationId);
  const [counted] = await context.db.select({ total: sql<number>`count(*)::int` }).from(member).where(where);
  const total = counted?.total ?? 0;
  const rows = await context.db
    .select()
    .from(member)
    .where(where)
    .orderBy(desc(member.createdAt), desc(member.id))
    .limit(window.limit)
    .offset(Math.min(window.offset, total));
  const [owner] = await context.db
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .where(eq(organisation.id, client.organisationId));
  return {
    message: 'Members retrieved.',
    ...(owner && { headers: { [ORGANISATION_HEADER]: writeOrganisation(owner) } }),
    data: {
      ...countPage(window, total, rows.length),
      members: rows.map((row) => ({
        _id: row.id,
        status: row.status,
        user: { ...row.profile, ...NO_SECRETS, _id: row.userId },
        organisation: row.organisationId,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      })),
    },
  };
};
