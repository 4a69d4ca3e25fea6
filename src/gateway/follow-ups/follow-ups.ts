import type { Pool, PoolClient } from 'pg';
import type { AuditAction } from '#contract/audit.ts';
import {
  type FollowUp,
  type FollowUpContent,
  type FollowUpQuery,
  mayAct,
  mayEditText,
} from '#contract/follow-ups.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { auditPersonOf } from '../audit/audit-person.ts';
import { GatewayFailure } from '../http/failures.ts';
import { requireMayStill } from '../people/rows.ts';
import type { Session } from '../session/session.ts';
import { FOLLOW_UP_COLUMNS, type FollowUpRow, followUpOf } from './rows.ts';

interface FollowUpsOptions {
  pool: Pool;
  clock: () => number;
  audit: AuditLog;
}

/** The person who changes a follow-up, and their request. */
interface Writer {
  session: Session;
  requestId: string;
}

export type FollowUps = ReturnType<typeof createFollowUps>;

/** The follow-ups of every organisation, in the gateway's store. */
export function createFollowUps({ pool, clock, audit }: FollowUpsOptions) {
  async function page(owner: string, query: Omit<FollowUpQuery, 'limit'>, limit: number) {
    const { kind, record, assignee, open, before } = query;
    const { rows } = await pool.query<FollowUpRow>(
      `select ${FOLLOW_UP_COLUMNS} from desk.follow_up f where owner = $1
         and ($2::text is null or kind = $2) and ($3::text is null or record = $3)
         and ($4::text is null or assignee = $4) and ($5::boolean is null or (done_at is null) = $5)
         and ($6::bigint is null or number < $6)
       order by number desc limit $7`,
      [owner, kind ?? null, record ?? null, assignee ?? null, open ?? null, before ?? null, limit + 1],
    );
    const found = rows.slice(0, limit);
    const next = rows.length > limit ? Number(found.at(-1)?.number) : null;
    return { followUps: found.map(followUpOf), next };
  }

  /** Everyone who can be assigned: the people who may sign in. */
  async function assignees(owner: string) {
    const { rows } = await pool.query<FollowUp['author']>(
      'select id, name, verified from desk.person where owner = $1 and not disabled order by lower(name), id',
      [owner],
    );
    return rows;
  }

  /**
   * Adds a follow-up, or changes it; null if the one to change doesn't exist. A repeat changes nothing. Throws a
   * GatewayFailure if it has changed since, belongs to others, or names no person, or the writer was disabled.
   */
  async function put(writer: Writer, id: string, content: FollowUpContent) {
    return await inTransaction(pool, async (client) => {
      await requireMayStill(client, personOf(writer), 'read');
      const known = await locked(client, writer, id);
      if (known) return await change(client, writer, known, content);
      if (content.version !== 0) return null;
      return (await add(client, writer, id, content)) ?? (await retry(client, writer, id, content));
    });
  }

  /** Another request has added it in the meantime. */
  async function retry(client: PoolClient, writer: Writer, id: string, content: FollowUpContent) {
    const known = await locked(client, writer, id);
    return known && (await change(client, writer, known, content));
  }

  async function locked(client: PoolClient, { session }: Writer, id: string): Promise<FollowUp | null> {
    const { rows } = await client.query<FollowUpRow>(
      `select ${FOLLOW_UP_COLUMNS} from desk.follow_up f where owner = $1 and id = $2 for update`,
      [session.owner, id],
    );
    return rows[0] ? followUpOf(rows[0]) : null;
  }

  async function add(client: PoolClient, writer: Writer, id: string, content: FollowUpContent) {
    const { owner, person } = writer.session;
    const { record, text, due, assignee, done } = content;
    await requireAssignee(client, owner, assignee);
    const at = new Date(clock());
    const { rows } = await client.query<FollowUpRow>(
      `insert into desk.follow_up as f (owner, id, kind, record, record_name, text, text_at, due, assignee, author,
         created_at, done_by, done_at, version)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $7, $11, $12, 1)
       on conflict do nothing returning ${FOLLOW_UP_COLUMNS}`,
      [
        ...[owner, id, record.kind, record.id, record.name, text, at, due, assignee, person.id],
        ...[done ? person.id : null, done ? at : null],
      ],
    );
    if (!rows[0]) return null;
    const added = followUpOf(rows[0]);
    await note(client, writer, 'follow-up-added', added);
    return added;
  }

  async function change(client: PoolClient, writer: Writer, before: FollowUp, content: FollowUpContent) {
    const { owner, person, roles } = writer.session;
    const { record, text, due, assignee, done, version } = content;
    const isTextChanged = text !== before.text;
    const isOtherwiseChanged =
      due !== before.due || assignee !== (before.assignee?.id ?? null) || done !== (before.doneAt !== null);
    if (record.kind !== before.record.kind || record.id !== before.record.id) throw otherRecord();
    if (!isTextChanged && !isOtherwiseChanged) return before;
    if (version !== before.version) throw changedMeanwhile();
    if (isTextChanged && !mayEditText(before, person.id))
      throw notYours('Only its author may change the text.');
    if (isOtherwiseChanged && !mayAct(before, { id: person.id, roles })) {
      throw notYours('Its author, the person it is assigned to, and administrators may.');
    }
    if (assignee !== before.assignee?.id) await requireAssignee(client, owner, assignee);
    const at = new Date(clock());
    if (isTextChanged) {
      await client.query(
        `insert into desk.follow_up_text (owner, id, version, text, at)
         select owner, id, version, text, text_at from desk.follow_up where owner = $1 and id = $2`,
        [owner, before.id],
      );
    }
    const { rows } = await client.query<FollowUpRow>(
      `update desk.follow_up as f set version = version + 1, text = $3, due = $5, assignee = $6,
         text_at = case when $8 then $4 else text_at end,
         done_by = case when not $7 then null when done_at is null then $9 else done_by end,
         done_at = case when not $7 then null else coalesce(done_at, $4) end
       where owner = $1 and id = $2 returning ${FOLLOW_UP_COLUMNS}`,
      [owner, before.id, text, at, due, assignee, done, isTextChanged, person.id],
    );
    const after = followUpOf(rows[0] as FollowUpRow);
    const isDone = done && before.doneAt === null;
    await note(client, writer, isDone ? 'follow-up-done' : 'follow-up-changed', after);
    return after;
  }

  /** Deletes a follow-up with its earlier texts, unless it has another version than the one given; false if there is none. */
  async function remove(writer: Writer, id: string, version?: number): Promise<boolean> {
    return await inTransaction(pool, async (client) => {
      await requireMayStill(client, personOf(writer), 'manage-people');
      const known = await locked(client, writer, id);
      if (!known) return false;
      if (version !== undefined && version !== known.version) throw changedMeanwhile();
      await client.query('delete from desk.follow_up where owner = $1 and id = $2', [
        writer.session.owner,
        id,
      ]);
      await note(client, writer, 'follow-up-deleted', known);
      return true;
    });
  }

  async function note(client: PoolClient, { session, requestId }: Writer, action: AuditAction, of: FollowUp) {
    const { owner } = session;
    const { id, record, due, assignee, doneAt, version } = of;
    const who = auditPersonOf(session);
    const details = { followUp: id, version, due, assignee: assignee?.name ?? null, done: doneAt !== null };
    await audit.appendIn(client, [
      { owner, action, who, target: { [record.kind]: record.id }, requestId, details },
    ]);
  }

  return { page, assignees, put, remove };
}

function personOf({ session: { owner, person } }: Writer) {
  return { owner, person: person.id };
}

async function requireAssignee(client: PoolClient, owner: string, id: string | null): Promise<void> {
  if (id === null) return;
  const { rows } = await client.query(
    'select from desk.person where owner = $1 and id = $2 and not disabled',
    [owner, id],
  );
  if (rows.length > 0) return;
  const message = 'assignee: is not a person of your organisation who may sign in. Nothing was changed.';
  throw new GatewayFailure(400, GATEWAY_CODES.malformed, message);
}

function otherRecord(): GatewayFailure {
  const message = 'record: a follow-up can’t be moved to another record. Nothing was changed.';
  return new GatewayFailure(400, GATEWAY_CODES.malformed, message);
}

function changedMeanwhile(): GatewayFailure {
  const message =
    'Someone has changed this follow-up in the meantime. Nothing was changed. Look at it again.';
  return new GatewayFailure(409, GATEWAY_CODES.followUpChanged, message);
}

function notYours(whoMay: string): GatewayFailure {
  const message = `You may not change this part of the follow-up. ${whoMay} Nothing was changed.`;
  return new GatewayFailure(403, GATEWAY_CODES.followUpNotYours, message);
}
