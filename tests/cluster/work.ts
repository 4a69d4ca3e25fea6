import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import type { LoanRequest } from '#contract/loans.ts';
import type { Run } from '#contract/runs.ts';
import type { Person } from '#tests/crash/person.ts';
import { until } from './daemons.ts';
import type { Desk } from './desk.ts';

/** An order with the member that owns it. */
export interface Pair {
  member: string;
  order: string;
}

/** When something that succeeded was begun, and when its answer came. */
export interface Success {
  began: number;
  at: number;
}

/** Reads and writes that go on until they are stopped, and those that succeeded. */
interface Work {
  reads: Success[];
  writes: Success[];
  /** How many writes wait for their answer. */
  inFlight(): number;
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

const READ_PAUSE_MS = 250;
const WRITE_PAUSE_MS = 400;
/** A read that takes longer has failed for a person who waits. */
const READ_LIMIT_MS = 5_000;

let lent = 0;

/** A loan of another amount: the same loan twice would need a confirmation. */
function another(loan: LoanRequest): LoanRequest {
  lent += 1;
  return { ...loan, amount: (Number(loan.amount) - lent / 100).toFixed(2) };
}

/** Reads loans, creates loans and cancels orders, one after the other each. */
export function startWork(desk: Desk, person: Person, loan: LoanRequest, orders: Pair[]): Work {
  let isStopped = false;
  let inFlight = 0;
  const work: Work = {
    reads: [],
    writes: [],
    inFlight: () => inFlight,
    async stop() {
      isStopped = true;
      await Promise.all(loops);
    },
  };
  const again = async (pause: number, once: () => Promise<void>) => {
    while (!isStopped) {
      await once();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  const write = async (one: () => Promise<boolean>) => {
    inFlight += 1;
    const began = performance.now();
    if (await one()) work.writes.push({ began, at: performance.now() });
    inFlight -= 1;
  };
  const read = async () => {
    const began = performance.now();
    try {
      const signal = AbortSignal.timeout(READ_LIMIT_MS);
      const response = await desk.send(`${contract.listLoans.path}?limit=10`, { signal });
      await response.text();
      if (response.ok) work.reads.push({ began, at: performance.now() });
    } catch {
      // Not back yet.
    }
  };
  const lend = async () => {
    await person.lend(another(loan));
    return person.claims.findLast(({ kind }) => kind === 'loan')?.outcome === 'created';
  };
  const cancel = async () => {
    const pair = orders.shift();
    return pair !== undefined && (await person.cancel(pair)).outcome === 'cancelled';
  };
  const loops = [
    again(READ_PAUSE_MS, read),
    again(WRITE_PAUSE_MS, async () => await write(lend)),
    again(WRITE_PAUSE_MS, async () => await write(cancel)),
  ];
  return work;
}

/** A run of cancellations, as a desk asks for it and watches it. */
interface WatchedRun {
  counts(): Promise<Run['counts'] | null>;
  whenDone(seconds: number): Promise<void>;
}

export async function startRun(desk: Desk, pairs: readonly Pair[]): Promise<WatchedRun> {
  const path = `/runs/${randomUUID()}`;
  const headers = { 'content-type': 'application/json' };
  const lines = pairs.map(({ member, order }) => ({ memberId: member, orderId: order }));
  const body = JSON.stringify({ kind: 'cancelOrders', reason: 'Test order', lines });
  // Both are safe to repeat.
  const ask = async (to: string, init?: RequestInit) => {
    try {
      const response = await desk.send(to, { ...init, signal: AbortSignal.timeout(10_000) });
      const answer = (await response.json()) as { data?: Run };
      return response.ok ? (answer.data ?? null) : null;
    } catch {
      return null;
    }
  };
  await until(60, 'a run is accepted', async () => await ask(path, { method: 'PUT', headers, body }));
  await until(60, 'a run starts', async () => await ask(`${path}/now`, { method: 'POST' }));
  return {
    counts: async () => (await ask(path))?.counts ?? null,
    whenDone: async (seconds) =>
      void (await until(seconds, 'a run is done', async () => {
        const run = await ask(path);
        return run?.state === 'done' && run.counts.done === pairs.length;
      })),
  };
}
