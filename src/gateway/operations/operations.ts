import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Approvals, createApprovals } from '../approvals/approvals.ts';
import { createExpiry } from '../approvals/expiry.ts';
import { judgeLoan } from '../approvals/judge-loan.ts';
import { createApprovalRequests } from '../approvals/requests.ts';
import { createRules, type Rules } from '../approvals/rules.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { ForwardOptions } from '../proxy/forward.ts';
import type { Organisations } from '../session/organisations.ts';
import { type Changes, createChanges } from './changes.ts';
import { type Accepted, createDecisions, type Decisions } from './decisions.ts';
import { createEntries } from './entries.ts';
import type { Intent } from './intent.ts';
import { createJournal, type Journal } from './journal.ts';
import { createPresence } from './presence.ts';
import { createRelease } from './release.ts';
import { createResolver, type Resolver } from './resolver.ts';
import { createRunWorker, type RunWorker } from './run-worker.ts';
import { createRuns, type Runs } from './runs.ts';
import { createTokenSeal } from './token-seal.ts';
import { carryOut, type WriteOptions } from './write.ts';

interface OperationsOptions extends Pick<WriteOptions, 'onOutcome'> {
  pool: Pool;
  clock: () => number;
  log: Logger;
  audit: AuditLog;
  secrets: readonly string[];
  organisations: Pick<Organisations, 'nameOf' | 'credentialOf'>;
  forward: ForwardOptions;
}

/** All that the gateway knows about writes. */
export interface Operations {
  rules: Rules;
  approvals: Approvals;
  journal: Journal;
  decisions: Decisions;
  changes: Changes;
  resolver: Resolver;
  runs: Runs;
  runWorker: RunWorker;
  /** Carries out a write once; see write.ts. */
  carryOut(intent: Intent, body: Uint8Array | null): Promise<{ response: Response; entry: string }>;
  /** Resumes what waits for an access token that the service accepts. */
  signedIn(accepted: Accepted): Promise<void>;
  /** Whether this gateway may send now: the database knows that it is alive, and has the same time. */
  maySend(): boolean;
  /** Begins to work: reports that this gateway is alive, and checks unknown outcomes and carries out runs. */
  start(): Promise<void>;
  /** Ends the work under way and gives up every claim. */
  stop(): Promise<void>;
}

export function createOperations(options: OperationsOptions): Operations {
  const { pool, clock, log, audit, forward } = options;
  const seal = createTokenSeal(options.secrets, options.organisations);
  const presence = createPresence(pool, log);
  const changes = createChanges(pool);
  const journal = createJournal(pool);
  const requests = createApprovalRequests({ clock, seal });
  const rules = createRules({ pool, clock, audit, requests });
  const judge = async ({ owner, accessToken, requestId }: Intent, body: Uint8Array | null) => {
    const inForce = await rules.read(owner);
    const need = await judgeLoan(body, inForce, { forward, accessToken, requestId, clock });
    return { need, rules: inForce };
  };
  const entries = createEntries({ pool, clock, seal, audit, gateway: presence.id, rules, requests });
  const decisions = createDecisions({ pool, clock, seal, audit });
  const resolver = createResolver({ pool, clock, seal, presence, changes, audit, forward, log });
  const runs = createRuns({ pool, clock, seal, audit, rules, requests });
  const { onOutcome } = options;
  const worker = { pool, clock, seal, presence, changes, audit, forward, log, onOutcome };
  const runWorker = createRunWorker(worker);
  const write = { entries, judge, journal, changes, presence, forward, clock, log, onOutcome };
  const releaseIn = createRelease({ ...write, seal, wakeRuns: () => runWorker.wake() });
  const approvals = createApprovals({ pool, clock, seal, audit, rules, forward, changes, releaseIn });
  const expiry = createExpiry(approvals, presence, log);
  return {
    rules,
    approvals,
    journal,
    decisions,
    changes,
    resolver,
    runs,
    runWorker,
    carryOut: async (intent, body) => await carryOut(intent, body, write),
    async signedIn(accepted) {
      await decisions.resume(accepted);
      resolver.nudge();
      runWorker.wake();
    },
    maySend: presence.holds,
    async start() {
      await presence.beat();
      presence.start();
      resolver.start();
      runWorker.start();
      expiry.start();
    },
    async stop() {
      await Promise.all([resolver.stop(), runWorker.stop(), expiry.stop()]);
      await presence.stop();
    },
  };
}
