import type { Pool } from 'pg';
import type { Approval, ApprovalState } from '#contract/approvals.ts';
import { isPermitted } from '#contract/permissions.ts';
import type { Seal } from '#server/seal.ts';
import { holdWords, requested, runsOfOrder, uuidAt, wordsOf } from '../search.ts';
import { type ApprovalRow, approvalOf, DECIDES, isOwn, type Viewer } from './approval-row.ts';

interface ApprovalFilter {
  q?: string | undefined;
  state?: ApprovalState | undefined;
}

interface ReaderOptions {
  pool: Pool;
  clock: () => number;
  seal: Seal;
}

/** Reads approvals, each as its viewer gets it. */
export function createApprovalReader({ pool, clock, seal }: ReaderOptions) {
  async function rowOf(owner: string, id: string): Promise<ApprovalRow | null> {
    const found = 'select * from desk.approval where owner = $1 and id = $2';
    const { rows } = await pool.query<ApprovalRow>(found, [owner, id]);
    return rows[0] ?? null;
  }

  /** As a viewer gets it: who may decide or withdraw sees all that will be sent. */
  function shown(row: ApprovalRow, viewer: Viewer): Approval {
    const approval = approvalOf(row, viewer, clock());
    const body = approval.may.decide || approval.may.withdraw ? bodyOf(row) : null;
    return body === null ? approval : { ...approval, request: JSON.parse(new TextDecoder().decode(body)) };
  }

  function bodyOf({ sealed }: ApprovalRow): Uint8Array | null {
    const text = sealed === null ? null : seal.open(sealed);
    return text === null ? null : new TextEncoder().encode(text);
  }

  /** An approval; null if there is none, or its viewer may not see it. */
  async function read(viewer: Viewer, id: string): Promise<Approval | null> {
    const row = await rowOf(viewer.owner, id);
    return row && maySee(row, viewer) ? shown(row, viewer) : null;
  }

  /** A page of those that a viewer may see, newest first. */
  async function page(viewer: Viewer, { q, state }: ApprovalFilter, before: string | null, limit: number) {
    const now = new Date(clock());
    const values = [viewer.owner, now, seesAll(viewer) ? null : viewer.person.id, state ?? null];
    const search = q ? [q, wordsOf(q)] : [];
    const current = `case when state = 'waiting' and expires_at <= $2 then 'expired' else state end`;
    const condition = `owner = $1 and ($3::text is null or actor->>'person' = $3)
      and ($4::text is null or ${current} = $4)${q ? ` and (${waysOf(q, '$5::text', '$6')})` : ''}`;
    const counted = await pool.query<{ total: number }>(
      `select count(*)::int as total from desk.approval where ${condition}`,
      [...values, ...search],
    );
    const place = `$${values.length + search.length + 1}::text`;
    const { rows } = await pool.query<ApprovalRow>(
      `select * from desk.approval where ${condition} and (${place} is null or place < ${place})
       order by place desc limit ${limit + 1}`,
      [...values, ...search, before],
    );
    const listed = rows.slice(0, limit);
    return {
      approvals: listed.map((row) => shown(row, viewer)),
      next: rows.length > limit ? (listed.at(-1)?.place ?? null) : null,
      total: counted.rows[0]?.total ?? 0,
      waiting: await countWaiting(viewer, now),
    };
  }

  async function countWaiting(viewer: Viewer, now: Date): Promise<number> {
    const kinds = Object.entries(DECIDES).flatMap(([kind, needed]) =>
      isPermitted(viewer.roles, needed) ? [kind] : [],
    );
    const { id, subject } = viewer.person;
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from desk.approval where owner = $1 and state = 'waiting' and expires_at > $2
       and kind = any($3) and actor->>'person' is distinct from $4 and actor->>'subject' is distinct from $5`,
      [viewer.owner, now, kinds, id, subject],
    );
    return rows[0]?.waiting ?? 0;
  }

  return { rowOf, bodyOf, shown, read, page };
}

/** Whether a person may see an approval: their own requests, or everybody's. */
export function maySee(row: ApprovalRow, viewer: Viewer): boolean {
  return isOwn(row, viewer) || seesAll(viewer);
}

/** SQL: whether an approval is what a text names: by an id that belongs to it, or by words of its reason and people's names. */
function waysOf(q: string, place: string, words: string): string {
  const uuid = uuidAt(q, place);
  return [
    `id = ${uuid}`,
    `run = ${uuid}`,
    `entry = ${place}`,
    ...[`actor->>'person'`, `decided_by->>'person'`, `request->>'user_id'`].map((id) => `${id} = ${place}`),
    `run = any(array${runsOfOrder(place)})`,
    `id::text = any(array${requested('approval', place)})`,
    holdWords([`actor->>'name'`, `decided_by->>'name'`, 'reason'], words),
  ].join(' or ');
}

function seesAll({ roles }: Viewer): boolean {
  return isPermitted(roles, 'see-all-activity');
}
