import type { Pool, PoolClient } from 'pg';
import type { AuditPerson } from '#contract/audit.ts';
import type { JournalKind, JournalOutcome, WriteNote } from '#contract/operations.ts';
import { SAME_LOAN_MS } from '#contract/same-loan.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Seal } from '#server/seal.ts';
import type { ApprovalRequests, WaitingRequest } from '../approvals/requests.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { jsonOf } from '../http/json.ts';
import { createTimedIds } from '../timed-id.ts';
import type { Attempt } from './attempt.ts';
import { AUDITED_COLUMNS, type AuditedRow, outcomeItem, writeItem } from './audit-items.ts';
import type { EntryRow } from './entry-row.ts';
import { firstCheckAt } from './schedule.ts';

/** A write that a browser asks for. */
export interface Intent {
  owner: string;
  key: string;
  kind: JournalKind;
  /** Who asks, as the audit log names them. */
  actor: AuditPerson;
  target: Record<string, string>;
  note: WriteNote;
  /** The request's body without bank details. */
  body: Record<string, unknown> | null;
  /** All that must be equal in a repeat under the same key. */
  content: string;
  /** Equal for the same loan; null for other writes. */
  identity: string | null;
  /** The entry that the person has seen and still asks for the same loan. */
  sameAs: string | null;
  accessToken: string;
  requestId: string;
}

/** What is to be done about a write. */
export type Begun =
  /** Send it now: its entry is recorded. */
  | { kind: 'send'; entry: string }
  /** Send nothing: it waits for an approval. */
  | { kind: 'wait'; entry: string; approval: string }
  /** Its key was used before for the same request. */
  | { kind: 'repeat'; entry: string }
  /** Its key was used before for another request. */
  | { kind: 'reused' }
  /** Another entry asked for the same loan, in the name of `who`. */
  | { kind: 'same-loan'; entry: string; who: string };

export interface EntriesOptions {
  pool: Pool;
  clock: () => number;
  seal: Seal;
  audit: AuditLog;
  /** This gateway, as it claims what it sends. */
  gateway: string;
  /** Whether a write needs approval; null if it doesn't. Throws a GatewayFailure if that can't be found out. */
  judge(intent: Intent, body: Uint8Array | null): Promise<Need | null>;
  /** Records that a write waits for approval. */
  requests: ApprovalRequests;
}

/** Why a write needs approval, and the rules that say so. */
export type Need = Pick<WaitingRequest, 'because' | 'loan' | 'rules'>;

/** Outcomes of an earlier entry that make the same loan need a confirmation. */
const IN_THE_WAY: readonly JournalOutcome[] = ['awaiting-approval', 'pending', 'unknown', 'done'];

export type Entries = ReturnType<typeof createEntries>;

/** Records writes before they are sent and settles them afterwards. */
export function createEntries({ pool, clock, seal, audit, gateway, judge, requests }: EntriesOptions) {
  const newId = createTimedIds(clock);

  /**
   * Records a write, unless its key or its loan is known. Nothing may be sent before this resolves to `send`. Throws a
   * GatewayFailure if it can't be found out whether it needs approval.
   */
  async function begin(intent: Intent, body: Uint8Array | null): Promise<Begun> {
    // Judged before the transaction, which must not wait for the service.
    const need = intent.kind === 'createLoan' && (await isToSend(intent)) ? await judge(intent, body) : null;
    let made: string | undefined;
    const work = async (client: PoolClient) => {
      const begun = await beginIn(client, intent, body, need, made);
      if (begun.kind === 'send') made = begun.entry;
      return begun;
    };
    return await inTransaction(pool, work, { isRepeatable: true });
  }

  /** Whether nothing has come of a write so far; false for a repeat, which gets the answer of the first request. */
  async function isToSend({ owner, key }: Intent): Promise<boolean> {
    const { rows } = await pool.query<EntryRow>(
      'select outcome, status from desk.journal where owner = $1 and key = $2',
      [owner, key],
    );
    return rows[0] === undefined || isUnsent(rows[0]);
  }

  async function beginIn(
    client: PoolClient,
    intent: Intent,
    body: Uint8Array | null,
    need: Need | null,
    made: string | undefined,
  ): Promise<Begun> {
    const { owner, key, identity } = intent;
    // Requests under the same key, and then those for the same loan, take turns at every gateway.
    for (const turn of [key, identity]) {
      if (turn === null) continue;
      const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
      await client.query(lock, [JSON.stringify([owner, turn])]);
    }
    const known = await client.query<EntryRow>(
      'select * from desk.journal where owner = $1 and key = $2 for update',
      [owner, key],
    );
    const [earlier] = known.rows;
    if (earlier && !seal.matches(intent.content, earlier.content ?? '')) return { kind: 'reused' };
    // Recorded by this very call, which lost the answer to its commit: nothing else sends it.
    const isOwn = earlier?.id === made && earlier?.request_id === intent.requestId;
    if (earlier && isOwn && earlier.outcome === 'pending') return { kind: 'send', entry: earlier.id };
    if (earlier && !isUnsent(earlier)) return { kind: 'repeat', entry: earlier.id };
    const same = identity === null ? undefined : await sameLoan(client, intent, earlier?.id);
    if (same && same.entry !== intent.sameAs) return { kind: 'same-loan', ...same };
    const entry = earlier ? await renew(client, intent, earlier.id) : await insert(client, intent);
    if (!need) {
      await audit.appendIn(client, [writeItem(intent, entry)]);
      return { kind: 'send', entry };
    }
    const { actor, requestId, note, content } = intent;
    const { approval, item } = await requests.waitIn(client, {
      owner,
      kind: 'createLoan',
      actor,
      requestId,
      content,
      entry,
      ...need,
      reason: note.reason ?? null,
      request: intent.body ?? {},
      ...(body && { body }),
    });
    await client.query(
      `update desk.journal set outcome = 'awaiting-approval', claimed_by = null, approval = $2 where id = $1`,
      [entry, approval],
    );
    await audit.appendIn(client, [item]);
    return { kind: 'wait', entry, approval };
  }

  /** Makes a further attempt of an entry that is proven not to have been carried out. */
  async function renew(client: PoolClient, intent: Intent, id: string): Promise<string> {
    await client.query(
      `update desk.journal set outcome = 'pending', by = null, at = $2, settled_at = null, who = $3, note = $4,
       status = null, code = null, message = null, request_id = $5, duration_ms = null, claimed_by = $6, token = $7,
       answer = null, actor = $8, approval = null where id = $1`,
      [
        id,
        new Date(clock()),
        intent.actor.name,
        jsonOf(intent.note),
        intent.requestId,
        gateway,
        seal.seal(intent.accessToken),
        jsonOf(intent.actor),
      ],
    );
    return id;
  }

  async function insert(client: PoolClient, intent: Intent): Promise<string> {
    const id = newId();
    await client.query(
      `insert into desk.journal (id, owner, key, kind, outcome, at, who, target, note, body, content, fingerprint,
       request_id, claimed_by, token, actor)
       values ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
      [
        id,
        intent.owner,
        intent.key,
        intent.kind,
        new Date(clock()),
        intent.actor.name,
        jsonOf(intent.target),
        jsonOf(intent.note),
        jsonOf(intent.body),
        seal.digest(intent.content),
        intent.identity,
        intent.requestId,
        gateway,
        seal.seal(intent.accessToken),
        jsonOf(intent.actor),
      ],
    );
    return id;
  }

  /** The newest entry that asked for the same loan lately and wasn't refused; undefined if there is none. */
  async function sameLoan(client: PoolClient, intent: Intent, own: string | undefined) {
    const { rows } = await client.query<{ entry: string; who: string }>(
      `select id as entry, who from desk.journal where owner = $1 and fingerprint = $2 and at > $3 and outcome = any($4)
       and id <> $5 order by at desc, id desc limit 1`,
      [intent.owner, intent.identity, new Date(clock() - SAME_LOAN_MS), IN_THE_WAY, own ?? ''],
    );
    return rows[0];
  }

  /** Records what an attempt came to. An outcome that a check has proven meanwhile is not overwritten. */
  async function settle(id: string, attempt: Attempt): Promise<void> {
    await inTransaction(pool, async (client) => await settleIn(client, id, attempt), { isRepeatable: true });
  }

  async function settleIn(client: PoolClient, id: string, attempt: Attempt): Promise<void> {
    const now = clock();
    const isOpen = attempt.outcome === 'unknown';
    const { rows } = await client.query<AuditedRow>(
      `update desk.journal set outcome = $2, by = $3, settled_at = $4, status = $5, code = $6, message = $7, reply = $8,
       answer = $9, duration_ms = extract(epoch from ($4 - at)) * 1000, claimed_by = null,
       token = case when $2 = 'unknown' then token end, check_at = $10
       where id = $1 and (outcome = 'pending' or (outcome = 'unknown' and $2 <> 'unknown'))
       returning ${AUDITED_COLUMNS}`,
      [
        id,
        attempt.outcome,
        attempt.by,
        new Date(now),
        attempt.status,
        attempt.code,
        attempt.message,
        jsonOf(attempt.reply),
        attempt.answer,
        isOpen ? new Date(firstCheckAt(now)) : null,
      ],
    );
    await audit.appendIn(
      client,
      rows.map((row) => outcomeItem(row, attempt)),
    );
  }

  return { begin, settle };
}

/** Whether it is proven that nothing came of an entry, so that a repeat is a further attempt of it. */
function isUnsent({ outcome, status }: EntryRow): boolean {
  return outcome === 'not-sent' || (outcome === 'refused' && status === 401);
}
