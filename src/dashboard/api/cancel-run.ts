import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type Keep, openKeep } from '#dashboard/lib/cancel-keep.ts';
import {
  again,
  answered,
  type Counts,
  countStates,
  isFailed,
  MOST_PROBES,
  newRow,
  type RunHead,
  type RunRow,
  readRow,
  recovered,
  sending,
  settlementOf,
  stopped,
} from '#dashboard/lib/cancel-run.ts';
import type { OrderLine } from '#dashboard/lib/order-lines.ts';
import { type Run, type Setback, startRun } from '#dashboard/lib/run.ts';
import { type CancelAnswer, cancelOrder, settleLost } from './cancel-order.ts';
import { endSession, sessionHolder, useDesk } from './session.ts';

/** Seconds in which a run can be called off before its first request. */
export const GRACE_SECONDS = 10;

/** The most requests at once. */
const MOST_AT_ONCE = 6;

/** After so many lost answers in a row the run stops asking by itself. */
const LOST_IN_A_ROW = 3;

/** How often a row is tried while nothing reaches the service, before the run pauses. */
const TRIES = 5;

const TELL_MS = 150;

/** Why a run paused by itself. */
export type Trouble = 'session' | 'unreachable' | 'lost' | 'storage';

/** The run of this browser and session holder, as far as it is known here. */
export interface CancelRun {
  /** `elsewhere`: another tab has it, and this one may only look. */
  place: 'loading' | 'none' | 'elsewhere' | 'here';
  head: RunHead | null;
  /** In their order. A new array whenever one of them is another. */
  rows: readonly RunRow[];
  counts: Counts;
  trouble: Trouble | null;
  /** Seconds until the first request; null where none are waited for. */
  grace: number | null;
  /** Whether the run was interrupted: it was under way when the page went away. */
  interrupted: boolean;
  begin(order: RunOrder): Promise<void>;
  pause(): void;
  resume(): void;
  stop(): void;
  /** Sends the rows at these places again, after the same grace. */
  rerun(places: readonly number[]): void;
  /** Forgets the run; the journal keeps what was done. Calls it off where nothing was sent. */
  clear(): void;
}

export interface RunOrder {
  pairs: readonly OrderLine[];
  leftOut: readonly OrderLine[];
  reason: string;
  host: string;
}

/** The run of cancellations, which goes on wherever on the desk its person is. */
export function useCancelRun(): CancelRun {
  const client = useQueryClient();
  const holder = sessionHolder(useDesk());
  const store = storeOf(client, holder);
  useEffect(() => store.open(), [store]);
  return useSyncExternalStore(store.subscribe, store.read);
}

interface Store {
  open(): void;
  subscribe: (listener: () => void) => () => void;
  read: () => CancelRun;
}

function storeOf(client: QueryClient, holder: string): Store {
  const queryKey = ['cancel-run', holder];
  const kept = client.getQueryData<Store>(queryKey);
  if (kept) return kept;
  const { store, dispose } = createStore(client, holder, openKeep());
  const forever = { gcTime: Number.POSITIVE_INFINITY, staleTime: Number.POSITIVE_INFINITY };
  client.setQueryDefaults(queryKey, forever);
  client.setQueryData(queryKey, store);
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'removed' || event.query.queryKey !== queryKey) return;
    dispose();
    unsubscribe();
  });
  return store;
}

const now = () => new Date().toISOString();

function createStore(client: QueryClient, holder: string, keep: Keep) {
  const listeners = new Set<() => void>();
  const headKey = `${holder}|head`;
  const rowKey = (place: number) => `${holder}|row|${String(place).padStart(6, '0')}`;
  const lockName = `pledge-cancel-run ${holder}`;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(lockName);
  const leaving = new AbortController();
  let opened = false;
  let place: CancelRun['place'] = 'loading';
  let head: RunHead | null = null;
  let rows: RunRow[] = [];
  let counts = countStates(rows);
  let trouble: Trouble | null = null;
  let graceEnds = 0;
  let graceTimer: ReturnType<typeof setInterval> | null = null;
  let interrupted = false;
  let run: Run | null = null;
  /** Places that wait for their turn, those to be probed first; a place may stand in it that has had its turn. */
  let queue: number[] = [];
  let later: number[] = [];
  let lostInARow = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let changed = true;

  const publish = () => {
    timer = null;
    if (leaving.signal.aborted) return;
    const grace = graceEnds === 0 ? null : Math.max(0, Math.ceil((graceEnds - Date.now()) / 1000));
    if (changed) snapshot = { ...snapshot, rows: rows.slice() };
    changed = false;
    snapshot = { ...snapshot, place, head, counts: { ...counts }, trouble, grace, interrupted };
    for (const listener of listeners) listener();
    if (place === 'here') channel?.postMessage({ head: head && { ...head, leftOut: [] }, counts, trouble });
  };
  const tell = (atOnce = false) => {
    if (atOnce) {
      if (timer) clearTimeout(timer);
      publish();
    } else timer ??= setTimeout(publish, TELL_MS);
  };

  const set = (at: number, row: RunRow) => {
    const before = rows[at];
    if (before) counts[before.state] -= 1;
    counts[row.state] += 1;
    rows[at] = row;
    changed = true;
    tell();
  };
  const keepHead = async () => {
    if (head) await keep.put([[headKey, head]], true).catch(() => {});
  };
  const enter = (phase: RunHead['phase']) => {
    if (!head) return;
    head = { ...head, phase };
    watchLeaving(phase === 'running' || phase === 'grace');
    void keepHead();
    tell(true);
  };
  const pauseFor = (reason: Trouble) => {
    trouble = reason;
    run?.pause();
    enter('paused');
  };

  /** The next place, marked as under way at once so that no other turn takes it. */
  const next = (): number | undefined => {
    for (;;) {
      const at = queue.shift() ?? later.shift();
      if (at === undefined) return undefined;
      const state = rows[at]?.state;
      if (state === 'waiting' || state === 'unknown') return at;
    }
  };

  const work = async (at: number, signal: AbortSignal): Promise<void> => {
    const before = rows[at];
    // A place may be given out twice after a pause; only the first finds something to do.
    if (!before || !head || (before.state !== 'waiting' && before.state !== 'unknown')) return;
    const out = sending(before, now());
    set(at, out);
    try {
      await keep.put([[rowKey(at), out]], true);
    } catch {
      // What can't be written down doesn't go out.
      set(at, before);
      queue.unshift(at);
      pauseFor('storage');
      return;
    }
    if (signal.aborted) {
      const back = head?.phase === 'stopped' ? stopped(before) : before;
      if (rows[at] === out) set(at, back);
      await keep.put([[rowKey(at), back]]).catch(() => {});
      return;
    }
    const answer = await cancelOrder(out, { reason: head.reason, run: head.id });
    await take(at, out, answer);
    if (answer.outcome === 'not-sent' || answer.ease) throw answer;
  };

  /** Writes down what came of a call, whatever has become of the run meanwhile: the answer is the service's word. */
  const take = async (at: number, out: RunRow, answer: CancelAnswer) => {
    const row = answered(out, answer, now());
    const isHere = rows[at] === out;
    if (isHere) set(at, row);
    // Where it can't be kept, the row stays under way in what is kept, and is probed after a reload.
    await keep.put([[rowKey(at), row]]).catch(() => {});
    if (answer.session) endSession(client);
    if (!isHere) return;
    lostInARow =
      answer.outcome === 'unknown' ? lostInARow + 1 : answer.outcome === 'not-sent' ? lostInARow : 0;
    if (row.state === 'unknown' && row.probes < MOST_PROBES && answer.outcome !== 'not-sent') later.push(at);
    if (answer.session) pauseFor('session');
    else if (lostInARow >= LOST_IN_A_ROW && head?.phase === 'running') pauseFor('lost');
    if (row.owed) await settle(at);
  };

  /** Tells the journal what a probe found out. */
  const settle = async (at: number) => {
    const row = rows[at];
    const settlement = row?.owed ? settlementOf(row) : null;
    if (!row || !settlement || !(await settleLost(row, settlement)) || rows[at] !== row) return;
    const paid = { ...row, owed: false };
    set(at, paid);
    await keep.put([[rowKey(at), paid]]).catch(() => {});
  };

  const start = () => {
    trouble = null;
    interrupted = false;
    lostInARow = 0;
    queue = [];
    later = [];
    changed = true;
    const waiting: number[] = [];
    for (const [at, row] of rows.entries()) {
      if (row.state === 'unknown') {
        rows[at] = { ...row, probes: 0 };
        queue.push(at);
      } else if (row.state === 'waiting') waiting.push(at);
      if (row.owed) void settle(at);
    }
    queue = queue.concat(waiting);
    enter('running');
    if (run) return run.resume();
    const mine = startRun<number, void>({
      next,
      work,
      most: MOST_AT_ONCE,
      tries: TRIES,
      judge,
      onOutcome: (outcome) => {
        if (!('error' in outcome) || (outcome.error as Partial<CancelAnswer>).outcome === 'unknown') return;
        queue.unshift(outcome.item);
        if (head?.phase === 'running') pauseFor('unreachable');
      },
    });
    run = mine;
    mine.done.then((how) => {
      if (run !== mine) return;
      run = null;
      if (how === 'done' && head?.phase === 'running') enter('done');
    });
  };

  const count = (go: () => void) => {
    graceEnds = Date.now() + GRACE_SECONDS * 1000;
    enter('grace');
    graceTimer = setInterval(() => {
      if (Date.now() < graceEnds) return tell(true);
      endGrace();
      go();
    }, 250);
  };
  const endGrace = () => {
    if (graceTimer) clearInterval(graceTimer);
    graceTimer = null;
    graceEnds = 0;
  };

  const load = async () => {
    const found = await keep.read(`${holder}|`).catch(() => new Map<string, unknown>());
    const known = found.get(headKey) as RunHead | undefined;
    const prefix = `${holder}|row|`;
    const kept = [...found].filter(([key]) => key.startsWith(prefix)).map(([, value]) => readRow(value));
    if (known === undefined || kept.length !== known.total || kept.includes(null)) {
      // A run that was not yet written down whole had sent nothing.
      head = null;
      rows = [];
    } else {
      head = known;
      rows = (kept as RunRow[]).map(recovered);
      interrupted = known.phase === 'running' || known.phase === 'grace';
      if (interrupted) head = { ...known, phase: 'paused' };
    }
    counts = countStates(rows);
    changed = true;
  };

  /** Lets go of the run, so that another tab may have it. */
  let release = () => {};
  const held = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  /** Makes this tab the one that has the run; false where another is. */
  const hold = () =>
    new Promise<boolean>((resolve) => {
      if (!navigator.locks) return resolve(true);
      void navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock) await held();
      });
    });
  const lookOn = () => {
    place = 'elsewhere';
    interrupted = false;
    channel?.postMessage('hello');
    tell(true);
    navigator.locks
      .request(lockName, { signal: leaving.signal }, async () => {
        await load();
        place = head ? 'here' : 'none';
        tell(true);
        if (head) await held();
      })
      .catch(() => {});
  };
  const open = () => {
    if (opened) return;
    opened = true;
    void load().then(async () => {
      if (head === null) place = 'none';
      else if (await hold()) place = 'here';
      else return lookOn();
      tell(true);
    });
  };
  let reading: ReturnType<typeof setTimeout> | null = null;
  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data === 'hello') {
        if (place === 'here') tell();
        return;
      }
      if (place === 'none' && data.head) lookOn();
      if (place !== 'elsewhere' || !data.head) return;
      head = { ...data.head, leftOut: head?.leftOut ?? [] };
      ({ counts, trouble } = data);
      tell(true);
      // What the rows have come to is read from where they are kept, now and then.
      if (reading === null) reading = setTimeout(readAlong, 1_000);
    };
  }
  const readAlong = async () => {
    const told = { head, counts };
    await load();
    reading = null;
    if (place !== 'elsewhere') return;
    interrupted = false;
    head = told.head && { ...told.head, leftOut: head?.leftOut ?? [] };
    counts = told.counts;
    tell(true);
  };

  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  const watchLeaving = (on: boolean) => {
    if (on) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  };

  let snapshot: CancelRun = {
    ...{ place, head, rows, counts, trouble, grace: null, interrupted },
    async begin({ pairs, leftOut, reason, host }) {
      if (place !== 'none') throw new Error('There is a run already.');
      if (!(await hold())) {
        lookOn();
        throw new Error('Another tab has a run under way.');
      }
      await load();
      if (head !== null) {
        place = 'here';
        tell(true);
        throw new Error('There is a run that is not done with.');
      }
      const at = now();
      rows = pairs.map((pair) => newRow(pair, at));
      counts = countStates(rows);
      changed = true;
      const id = `run-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
      const about = { reason, host, startedAt: at, total: rows.length, leftOut: [...leftOut] };
      head = { id, phase: 'grace', ...about };
      place = 'here';
      try {
        await keep.remove(`${holder}|`);
        await keep.put(
          rows.map((row, index) => [rowKey(index), row] as const),
          true,
        );
        await keep.put([[headKey, head]], true);
      } catch (error) {
        head = null;
        rows = [];
        counts = countStates(rows);
        place = 'none';
        release();
        tell(true);
        throw error;
      }
      count(start);
    },
    pause() {
      if (head?.phase !== 'running') return;
      run?.pause();
      enter('paused');
    },
    resume() {
      if (place !== 'here' || !head || head.phase === 'running' || head.phase === 'grace') return;
      start();
    },
    stop() {
      if (!head) return;
      endGrace();
      run?.stop();
      run = null;
      trouble = null;
      interrupted = false;
      const ended: (readonly [string, RunRow])[] = [];
      for (const [at, row] of rows.entries()) {
        const end = stopped(row);
        if (end === row) continue;
        rows[at] = end;
        ended.push([rowKey(at), end]);
      }
      counts = countStates(rows);
      changed = true;
      keep.put(ended).catch(() => {});
      enter('stopped');
    },
    rerun(places) {
      if (place !== 'here' || !head || head.phase === 'running' || head.phase === 'grace') return;
      const at = now();
      const changes: (readonly [string, RunRow])[] = [];
      const chosen = new Set(places);
      for (const [index, row] of rows.entries()) {
        const next = chosen.has(index) && isFailed(row) ? again(row, at) : stopped(row);
        if (next === row) continue;
        rows[index] = next;
        changes.push([rowKey(index), next]);
      }
      counts = countStates(rows);
      changed = true;
      keep.put(changes, true).then(
        () => count(start),
        () => pauseFor('storage'),
      );
    },
    clear() {
      endGrace();
      run?.stop();
      run = null;
      watchLeaving(false);
      head = null;
      rows = [];
      counts = countStates(rows);
      changed = true;
      trouble = null;
      interrupted = false;
      place = 'none';
      tell(true);
      void keep
        .remove(`${holder}|`)
        .catch(() => {})
        .then(() => release());
    },
  };

  const store: Store = {
    open,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => snapshot,
  };
  const dispose = () => {
    endGrace();
    run?.stop();
    run = null;
    watchLeaving(false);
    leaving.abort();
    release();
    channel?.close();
  };
  return { store, dispose };
}

/** A call that never reached the service may go out again, after a pause; nothing else may. */
function judge(error: unknown): Setback {
  const { outcome, ease, pauseMs, session } = error as Partial<CancelAnswer>;
  const mayGoAgain = outcome === 'not-sent' && !session;
  return { again: mayGoAgain, ease: Boolean(ease), pauseMs };
}
