import type { Pool, PoolClient } from 'pg';
import type { AuditAction, AuditPerson } from '#contract/audit.ts';
import { RUN_ACTIONS_IN, RUN_STATES, type Run, type RunAction, type RunState } from '#contract/runs.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Seal } from '#server/seal.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { GatewayFailure } from '../http/failures.ts';
import { requireMayStill } from '../people/rows.ts';
import { unblock } from './run-claims.ts';
import { finishRuns, stopIn } from './run-finish.ts';

/** The person who acts on runs, as their session names them. */
export interface Actor {
  owner: string;
  who: string;
  organisation: string;
  accessToken: string;
  /** The same person as the audit log names them. */
  actor: AuditPerson;
  requestId: string;
}

interface RunActionsOptions {
  pool: Pool;
  clock: () => number;
  seal: Seal;
  audit: AuditLog;
  read(owner: string, id: string): Promise<Run | null>;
}

/** The state that an action leads to: in it, the action has nothing left to do. */
const LEADS_TO = {
  pause: 'paused',
  resume: 'running',
  now: 'running',
  stop: 'stopped',
} as const satisfies Record<RunAction, RunState>;

const PARTICIPLES: Record<RunAction, string> = {
  pause: 'paused',
  resume: 'resumed',
  now: 'started',
  stop: 'stopped',
};

const STATES: Record<RunState, string> = {
  'awaiting-approval': 'is waiting for approval',
  waiting: 'has not started yet',
  running: 'is running',
  paused: 'is paused',
  stopped: 'is stopped',
  done: 'is done',
  rejected: 'was rejected',
  expired: 'was not approved in time',
};

/** Why a run's state forbids an action, and what can be done instead. */
function refusalOf(state: RunState, action: RunAction): string {
  const message = `This run ${STATES[state]}, so it can't be ${PARTICIPLES[action]}. Nothing was changed.`;
  if (state !== 'awaiting-approval') return message;
  return action === 'stop'
    ? `${message} To give it up, withdraw the request under Approvals.`
    : `${message} It starts once someone else approves it.`;
}

/** What people do to runs: transitions of state that take effect once, however often they are requested. */
export function createRunActions({ pool, clock, seal, audit, read }: RunActionsOptions) {
  /** Pauses, resumes, starts or stops a run; null if there is none. Throws a 409 GatewayFailure if its state forbids it. */
  async function act(actor: Actor, id: string, action: RunAction): Promise<Run | null> {
    const from = RUN_STATES.filter((state) =>
      (RUN_ACTIONS_IN[state] as readonly RunAction[]).includes(action),
    );
    const transition = { pause, stop, resume: start, now: start }[action];
    const isDone = await transition(actor, id, from);
    const run = await read(actor.owner, id);
    // A repeat finds the run in the state that the first request brought about.
    if (!run || isDone || run.state === LEADS_TO[action]) return run;
    throw new GatewayFailure(409, GATEWAY_CODES.runState, refusalOf(run.state, action));
  }

  async function pause(actor: Actor, id: string, from: readonly RunState[]): Promise<boolean> {
    const { owner, who } = actor;
    return await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `update desk.run set state = 'paused', paused_by = $3 where owner = $1 and id = $2 and state = any($4)`,
        [owner, id, who, from],
      );
      if (rowCount === 0) return false;
      await record(client, actor, id, 'run-paused');
      return true;
    });
  }

  /** Continues with the token of the person who requests it: the earlier one may have been refused. */
  async function start(actor: Actor, id: string, from: readonly RunState[]): Promise<boolean> {
    const { owner, accessToken } = actor;
    const now = new Date(clock());
    return await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `update desk.run set state = 'running', paused_by = null, starts_at = least(starts_at, now()), token = $3
         where owner = $1 and id = $2 and state = any($4)`,
        [owner, id, seal.seal(accessToken), from],
      );
      if (rowCount === 0) return false;
      await unblock(client, owner, id, now);
      await record(client, actor, id, 'run-resumed');
      return true;
    });
  }

  async function stop(actor: Actor, id: string, from: readonly RunState[]): Promise<boolean> {
    const { owner, who } = actor;
    const now = new Date(clock());
    const isDone = await inTransaction(pool, async (client) => {
      const notSent = await stopIn(client, { owner, id }, { by: who, from, now });
      if (notSent === null) return false;
      await record(client, actor, id, 'run-stopped', { notSent });
      return true;
    });
    if (isDone) await finishRuns(pool, now, { owner, id });
    return isDone;
  }

  /** Records an action. Throws a 403 GatewayFailure if its person may not take it any more: nothing is changed then. */
  async function record(
    client: PoolClient,
    { owner, actor, requestId }: Actor,
    run: string,
    action: AuditAction,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    await requireMayStill(client, { owner, person: actor.person }, 'cancel-orders');
    await audit.appendIn(client, [{ owner, action, who: actor, target: { run }, requestId, details }]);
  }

  return { act };
}
