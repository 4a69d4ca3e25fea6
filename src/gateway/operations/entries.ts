import type { Pool, PoolClient } from 'pg';
import { KIND_PERMISSIONS } from '#contract/permissions.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Seal } from '#server/seal.ts';
import type { ApprovalRequests, WaitingRequest } from '../approvals/requests.ts';
import type { Rules } from '../approvals/rules.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { jsonOf } from '../http/json.ts';
import { requireMayStill } from '../people/rows.ts';
import { createTimedIds } from '../timed-id.ts';
import type { Attempt } from './attempt.ts';
import { AUDITED_COLUMNS, type AuditedRow, outcomeItem, writeItem } from './audit-items.ts';
import type { EntryRow } from './entry-row.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Begun, Intent, Judged, Sent } from './intent.ts';
import { findSameLoan } from './same-loan.ts';
import { firstCheckAt } from './schedule.ts';

interface EntriesOptions {
  pool: Pool;
  clock: () => number;
  seal: Seal;
  audit: AuditLog;
  /** This gateway, as it claims what it sends. */
  gateway: string;
  rules: Pick<Rules, 'requireStill'>;
  /** Records that a write waits for approval. */
  requests: ApprovalRequests;
}

export type Entries = ReturnType<typeof createEntries>;

/** Records writes before they are sent and settles them afterwards. */
export function createEntries({ pool, clock, seal, audit, gateway, rules, requests }: EntriesOptions) {
  const newId = createTimedIds(clock);

  /** Records a write, unless its key or its loan is known. Nothing may be sent before this resolves to `send`. */
  async function begin(intent: Intent): Promise<Begun> {
    let made: string | undefined;
    const work = async (client: PoolClient) => {
      const begun = await beginIn(client, intent, made);
      if (begun.kind === 'send') made = begun.entry;
      return begun;
    };
    return await inTransaction(pool, work, { isRepeatable: true });
  }

  async function beginIn(client: PoolClient, intent: Intent, made: string | undefined): Promise<Begun> {
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
    const same =
      identity === null
        ? undefined
        : await findSameLoan(client, intent, identity, { own: earlier?.id, now: clock() });
    if (same && same.entry !== intent.sameAs) return { kind: 'same-loan', ...same };
    const entry = earlier ? await renew(client, intent, earlier.id) : await insert(client, intent);
    // Whether a loan has to wait is still to be found out.
    if (intent.kind === 'cancelOrder') {
      await requireStill(client, intent);
      await audit.appendIn(client, [writeItem(intent, entry)]);
    }
    return { kind: 'send', entry };
  }

  /**
   * Records whether a loan that `begin` recorded is sent now, or waits for what it needs. Returns the id of the approval
   * it waits for, null if it is sent, and undefined if others have taken it over meanwhile, so that it mustn't be. Throws
   * a 403 GatewayFailure if its person was disabled or lost the role while it was judged, and RulesChanged.
   */
  async function decide(
    intent: Intent,
    body: Uint8Array | null,
    entry: string,
    { need, rules: judgedBy }: Judged,
  ) {
    return await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `update desk.journal set sent_at = $3 where id = $1 and outcome = 'pending' and claimed_by = $2`,
        [entry, gateway, new Date(clock())],
      );
      if (rowCount === 0) return undefined;
      await rules.requireStill(client, intent.owner, judgedBy);
      await requireStill(client, intent);
      if (need) return await waitIn(client, intent, body, entry, { ...need, rules: judgedBy });
      await audit.appendIn(client, [writeItem(intent, entry)]);
      return null;
    });
  }

  async function waitIn(
    client: PoolClient,
    intent: Intent,
    body: Uint8Array | null,
    entry: string,
    need: Pick<WaitingRequest, 'because' | 'loan' | 'rules'>,
  ): Promise<string> {
    const { owner, actor, requestId, note, content } = intent;
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
    return approval;
  }

  /** Makes a further attempt of an entry that is proven not to have been carried out. */
  async function renew(client: PoolClient, intent: Intent, id: string): Promise<string> {
    await client.query(
      `update desk.journal set outcome = 'pending', by = null, at = $2, sent_at = null, settled_at = null, who = $3, note = $4,
       status = null, code = null, message = null, request_id = $5, duration_ms = null, claimed_by = $6, token = $7,
       answer = null, actor = $8, creditor = $9, approval = null, check_count = 0, blocked = false, candidates = '[]'
       where id = $1`,
      [
        id,
        new Date(clock()),
        intent.actor.name,
        jsonOf(intent.note),
        intent.requestId,
        gateway,
        seal.seal(intent.accessToken),
        jsonOf(intent.actor),
        intent.creditor,
      ],
    );
    return id;
  }

  async function insert(client: PoolClient, intent: Intent): Promise<string> {
    const id = newId();
    await client.query(
      `insert into desk.journal (id, owner, key, kind, outcome, at, who, target, note, body, content, fingerprint,
       request_id, claimed_by, token, actor, creditor)
       values ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
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
        intent.identity === null ? null : fingerprintOf(intent.identity),
        intent.requestId,
        gateway,
        seal.seal(intent.accessToken),
        jsonOf(intent.actor),
        intent.creditor,
      ],
    );
    return id;
  }

  /**
   * Records what an attempt came to, also if a person has closed the entry meanwhile, and a success also if checks found
   * nothing: a list may show a loan late. Returns false if a check decides instead (it has proven an outcome, or sent the
   * cancellation again), or a later attempt, because only the answer to this one's commit was lost.
   */
  async function settle(sent: Sent, attempt: Attempt): Promise<boolean> {
    const work = async (client: PoolClient) => await settleIn(client, sent, attempt);
    return await inTransaction(pool, work, { isRepeatable: true });
  }

  async function settleIn(client: PoolClient, sent: Sent, attempt: Attempt): Promise<boolean> {
    const { entry, requestId } = sent;
    const now = clock();
    const isOpen = attempt.outcome === 'unknown';
    const { rows } = await client.query<AuditedRow>(
      `update desk.journal set outcome = $2, by = $3, settled_at = $4, status = $5, code = $6, message = $7, reply = $8,
       answer = $9, duration_ms = extract(epoch from ($4 - coalesce(sent_at, at))) * 1000, claimed_by = null,
       token = case when $2 = 'unknown' then token end, check_at = $10
       where id = $1 and request_id = $11 and (outcome = 'pending' or (outcome = 'not-done' and $2 = 'done')
         or ((outcome = 'unknown' or by = 'person') and $2 <> 'unknown'
         and (kind = 'createLoan' or $2 = 'done' or (check_count = 0 and claimed_by is null))))
       returning ${AUDITED_COLUMNS}`,
      [
        entry,
        attempt.outcome,
        attempt.by,
        new Date(now),
        attempt.status,
        attempt.code,
        attempt.message,
        jsonOf(attempt.reply),
        attempt.answer,
        isOpen ? new Date(firstCheckAt(now)) : null,
        requestId,
      ],
    );
    await audit.appendIn(
      client,
      rows.map((row) => outcomeItem(row, attempt)),
    );
    if (rows.length > 0) return true;
    // It may be there already: recorded by this very call, which lost the answer to its commit.
    const { rowCount } = await client.query(
      'select from desk.journal where id = $1 and outcome = $2 and by is not distinct from $3 and request_id = $4',
      [entry, attempt.outcome, attempt.by, requestId],
    );
    return rowCount === 1;
  }

  return { begin, decide, settle };
}

/** Throws a 403 GatewayFailure if the person of a write may not make it any more. */
async function requireStill(client: PoolClient, { owner, actor, kind }: Intent): Promise<void> {
  await requireMayStill(client, { owner, person: actor.person }, KIND_PERMISSIONS[kind]);
}

/** Whether it is proven that nothing came of an entry, so that a repeat is a further attempt of it. */
function isUnsent({ outcome, status }: EntryRow): boolean {
  return outcome === 'not-sent' || (outcome === 'refused' && status === 401);
}
