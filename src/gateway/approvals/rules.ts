import type { Pool, PoolClient } from 'pg';
import { type ApprovalRules, RULES_OFF, type RulesChange, type RulesState } from '#contract/approvals.ts';
import type { AuditPerson } from '#contract/audit.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { changedMeanwhile, GatewayFailure } from '../http/failures.ts';
import { jsonOf } from '../http/json.ts';
import { requireMayStill } from '../people/rows.ts';
import type { ApprovalRequests } from './requests.ts';

interface RulesOptions {
  pool: Pool;
  clock: () => number;
  audit: AuditLog;
  requests: ApprovalRequests;
}

/** An administrator who changes rules. */
interface Manager {
  owner: string;
  actor: AuditPerson;
  requestId: string;
}

export type Rules = ReturnType<typeof createRules>;

/** The rules that something was judged by are no longer in force. */
class RulesChanged extends Error {}

/** Judges and decides, by `requireStill` at last; again if the rules have changed in the meantime. */
export async function byRulesInForce<Result>(decide: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await decide();
    } catch (error) {
      if (!(error instanceof RulesChanged)) throw error;
    }
  }
}

interface RulesRow {
  rules: ApprovalRules;
  version: number;
  changed_at: Date;
  changed_by: AuditPerson;
}

/** The rules of approval of each organisation. */
export function createRules({ pool, clock, audit, requests }: RulesOptions) {
  async function read(owner: string): Promise<ApprovalRules> {
    const { rows } = await pool.query<RulesRow>('select rules from desk.rules where owner = $1', [owner]);
    return rows[0]?.rules ?? RULES_OFF;
  }

  /** The rules in force. They stay so until the caller's transaction ends. */
  async function readIn(client: PoolClient, owner: string): Promise<ApprovalRules> {
    await client.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [lockOf(owner)]);
    const { rows } = await client.query<RulesRow>('select rules from desk.rules where owner = $1', [owner]);
    return rows[0]?.rules ?? RULES_OFF;
  }

  /** The same; throws RulesChanged unless they are those that something was judged by. */
  async function requireStill(client: PoolClient, owner: string, judgedBy: ApprovalRules): Promise<void> {
    if (!isSame(await readIn(client, owner), judgedBy)) throw new RulesChanged();
  }

  async function state(owner: string): Promise<RulesState> {
    const { rows } = await pool.query<RulesRow>('select * from desk.rules where owner = $1', [owner]);
    const waiting = await pool.query<{ id: string }>(
      `select id from desk.approval where owner = $1 and state = 'waiting' and kind = 'changeRules'
       and expires_at > $2`,
      [owner, new Date(clock())],
    );
    const [row] = rows;
    return {
      rules: row?.rules ?? RULES_OFF,
      version: row?.version ?? 0,
      changedAt: row?.changed_at.toISOString() ?? null,
      changedBy: row?.changed_by.name ?? null,
      approval: waiting.rows[0]?.id ?? null,
    };
  }

  /**
   * Changes the rules, or lets the change wait for a second administrator if the rules in force ask for one. Safe to
   * repeat. Throws a 403 GatewayFailure if the manager may not any more, and a 409 one if another change waits, or the
   * version is another.
   */
  async function change(manager: Manager, { version, ...next }: RulesChange): Promise<'changed' | 'waiting'> {
    const { owner, actor, requestId } = manager;
    return await inTransaction(pool, async (client) => {
      await takeTurn(client, owner);
      await requireMayStill(client, { owner, person: actor.person }, 'manage-people');
      const { rows } = await client.query<RulesRow>('select * from desk.rules where owner = $1', [owner]);
      const [row] = rows;
      const now = row?.rules ?? RULES_OFF;
      if (isSame(now, next)) return 'changed';
      if (version !== undefined && version !== (row?.version ?? 0)) throw changedMeanwhile('the rules');
      if (!now.changedRules.on) {
        await applyIn(client, owner, actor, next);
        await audit.appendIn(client, [
          { owner, action: 'rules-changed', who: actor, requestId, details: { before: now, after: next } },
        ]);
        return 'changed';
      }
      const waiting = await client.query<{ request: { rules: ApprovalRules } }>(
        `select request from desk.approval where owner = $1 and state = 'waiting' and kind = 'changeRules'
         and expires_at > $2`,
        [owner, new Date(clock())],
      );
      const [other] = waiting.rows;
      if (other) {
        if (isSame(other.request.rules, next)) return 'waiting';
        const message =
          'Another change of the rules waits for approval. Decide about it or withdraw it first.';
        throw new GatewayFailure(409, GATEWAY_CODES.decided, message);
      }
      const { item } = await requests.waitIn(client, {
        owner,
        kind: 'changeRules',
        actor,
        reason: null,
        requestId,
        rules: now,
        loan: null,
        because: [{ rule: 'changedRules', currency: null, above: null, is: null }],
        request: { rules: next },
        content: canonical(next),
      });
      await audit.appendIn(client, [item]);
      return 'waiting';
    });
  }

  /** Sets the rules in the caller's transaction. Returns those before. */
  async function applyIn(
    client: PoolClient,
    owner: string,
    who: AuditPerson,
    next: ApprovalRules,
  ): Promise<ApprovalRules> {
    await takeTurn(client, owner);
    const before = await client.query<RulesRow>('select rules from desk.rules where owner = $1', [owner]);
    await client.query(
      `insert into desk.rules (owner, rules, changed_at, changed_by, version) values ($1, $2, $3, $4, 1)
       on conflict (owner) do update set rules = $2, changed_at = $3, changed_by = $4, version = rules.version + 1`,
      [owner, jsonOf(next), new Date(clock()), jsonOf(who)],
    );
    return before.rows[0]?.rules ?? RULES_OFF;
  }

  return { read, readIn, requireStill, state, change, applyIn };
}

/** Changes of an organisation's rules take turns with each other, and with what acts on them. */
async function takeTurn(client: PoolClient, owner: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lockOf(owner)]);
}

const lockOf = (owner: string) => `rules ${owner}`;

function isSame(one: ApprovalRules, other: ApprovalRules): boolean {
  return canonical(one) === canonical(other);
}

/** The rules as one text that doesn't depend on the order of their fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
