import type { Member } from '#contract/members.ts';
import { ORGANISATION_HEADER, writeOrganisation } from '#contract/organisation-header.ts';
import { countPage, pageWindow } from '#contract/paging.ts';
import type { Handler } from '../bind.ts';

/** No caller needs these, so none gets them, even if they are stored (decisions, row 20). */
const NO_SECRETS = { temp_two_factor_secret: '', two_factor_secret: '' };

/** A row of service.member. */
export interface MemberRow {
  id: string;
  organisation_id: string;
  user_id: string;
  status: string;
  /** The member user of the interface, all but its `_id`. */
  profile: Omit<Member['user'], '_id'>;
  created_at: Date;
  updated_at: Date;
}

/** Endpoint 5, newest first. */
export const listMembers: Handler<'listMembers'> = async ({ context, client, query }) => {
  const window = pageWindow(query);
  const { organisationId } = client;
  const counted = await context.db.query<{ total: number }>(
    'select count(*)::int as total from service.member where organisation_id = $1',
    [organisationId],
  );
  const total = counted.rows[0]?.total ?? 0;
  const { rows } = await context.db.query<MemberRow>(
    `select * from service.member where organisation_id = $1
     order by created_at desc, id desc limit $2 offset $3`,
    [organisationId, window.limit, Math.min(window.offset, total)],
  );
  const owners = await context.db.query<{ id: string; name: string }>(
    'select id, name from service.organisation where id = $1',
    [organisationId],
  );
  const [owner] = owners.rows;
  return {
    message: 'Members retrieved.',
    ...(owner && { headers: { [ORGANISATION_HEADER]: writeOrganisation(owner) } }),
    data: {
      ...countPage(window, total, rows.length),
      members: rows.map((row) => ({
        _id: row.id,
        status: row.status,
        user: { ...row.profile, ...NO_SECRETS, _id: row.user_id },
        organisation: row.organisation_id,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      })),
    },
  };
};
