import type { Pool, PoolClient, QueryResult } from 'pg';

/**
 * A database that fails as a test wants it to. Statements are chosen by a part of their text. What is run at one holds its
 * connection, the only one of PGlite: where it asks the database, too, the test needs PostgreSQL.
 */
export interface FragilePool {
  pool: Pool;
  /** Whether the database can't be reached. */
  isAway: boolean;
  /** Fails the next such statement before it reaches the database, or the next few. */
  failAt(part: string, times?: number): void;
  /** Loses the answer to the commit of the next transaction with such a statement, which takes effect. */
  loseCommitAfter(part: string, onLost?: () => unknown): void;
  /** Runs a hook once after such a statement; the statement's answer waits for it. */
  runAfter(part: string, hook: () => Promise<unknown>): void;
  /** Forgets what was still to happen. */
  mend(): void;
}

interface Asked {
  query(text: string, values?: unknown[]): Promise<QueryResult>;
}

/** Something to do at a statement, so many times. */
interface Plan {
  at: 'before' | 'after' | 'commit';
  part: string;
  times: number;
  act: () => unknown;
}

/** Sits between a gateway and its database. */
export function makeFragile(own: Pool): FragilePool {
  let plans: Plan[] = [];
  const take = (at: Plan['at'], text: string) => {
    const plan = plans.find((each) => each.at === at && text.includes(each.part));
    if (plan) plan.times -= 1;
    plans = plans.filter(({ times }) => times > 0);
    return plan?.act;
  };
  const requireReachable = () => {
    if (fragile.isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  const fail = () => {
    throw Object.assign(new Error('The test fails this statement'), { code: 'XX000' });
  };

  /** How a connection of its own, or any of the pool's, is asked. */
  function fragileAsk(asked: Asked): Asked['query'] {
    let onLost: Plan['act'] | undefined;
    return async (text, values) => {
      requireReachable();
      take('before', text)?.();
      const result = await asked.query(text, values);
      onLost = take('commit', text) ?? onLost;
      await take('after', text)?.();
      if (text !== 'commit' || !onLost) return result;
      await onLost();
      throw new Error('Connection terminated unexpectedly');
    };
  }

  async function connect(): Promise<PoolClient> {
    requireReachable();
    const client = await own.connect();
    return instead(client, { query: fragileAsk(client) });
  }

  const fragile: FragilePool = {
    pool: instead(own, { query: fragileAsk(own), connect }),
    isAway: false,
    failAt: (part, times = 1) => void plans.push({ at: 'before', part, times, act: fail }),
    loseCommitAfter: (part, act = () => {}) => void plans.push({ at: 'commit', part, times: 1, act }),
    runAfter: (part, act) => void plans.push({ at: 'after', part, times: 1, act }),
    mend() {
      plans = [];
      fragile.isAway = false;
    },
  };
  return fragile;
}

/** The same with some of its methods replaced. */
function instead<Target extends object>(target: Target, methods: Record<string, unknown>): Target {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && name in methods) return methods[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
