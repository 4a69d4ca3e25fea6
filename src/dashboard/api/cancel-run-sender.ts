import type { QueryClient } from '@tanstack/react-query';
import {
  answered,
  MOST_PROBES,
  type RunHead,
  type RunRow,
  sending,
  settlementOf,
  stopped,
} from '#dashboard/lib/cancel-run.ts';
import { type Run, type Setback, startRun } from '#dashboard/lib/run.ts';
import { type CancelAnswer, cancelOrder, settleLost } from './cancel-order.ts';
import type { Trouble } from './cancel-run.ts';
import type { RunBook } from './cancel-run-book.ts';
import { endSession } from './session.ts';

/** The most requests at once. */
const MOST_AT_ONCE = 6;

/** After so many lost answers in a row the run stops asking by itself. */
const LOST_IN_A_ROW = 3;

/** How often a row is tried while nothing reaches the service, before the run pauses. */
const TRIES = 5;

/** How long to wait before the journal is told again of what it could not be told yet. */
const OWED_MS = 20_000;

export interface RunSender {
  /** Sends what is to be sent, what is unknown first. */
  start(): void;
  pause(): void;
  /** Sends nothing more, and takes no word of what is under way back. */
  stop(): void;
  /** Tells the journal what probes found out, as soon as it can be told. */
  payOwed(): void;
  dispose(): void;
}

interface SenderOptions {
  client: QueryClient;
  holder: string;
  book: RunBook;
  enter(phase: RunHead['phase']): void;
  onTrouble(trouble: Trouble): void;
}

const now = () => new Date().toISOString();

/** Sends the rows of a run, each written down before it goes out and after its answer came. */
export function createRunSender({ client, holder, book, enter, onTrouble }: SenderOptions): RunSender {
  let run: Run | null = null;
  /** Places that wait for their turn, those to be probed first; a place may stand in it that has had its turn. */
  let queue: number[] = [];
  let later: number[] = [];
  let lostInARow = 0;
  let owedTimer: ReturnType<typeof setTimeout> | null = null;
  let disposed = false;

  const isRunning = () => book.head?.phase === 'running';
  const pauseFor = (trouble: Trouble) => {
    run?.pause();
    onTrouble(trouble);
  };

  /** The next place that has something to be sent for it. */
  const next = (): number | undefined => {
    for (;;) {
      const at = queue.shift() ?? later.shift();
      if (at === undefined) return undefined;
      const state = book.rows[at]?.state;
      if (state === 'waiting' || state === 'unknown') return at;
    }
  };

  const work = async (at: number, signal: AbortSignal): Promise<void> => {
    const before = book.rows[at];
    const { head } = book;
    // A place may be given out twice after a pause; only the first finds something to do.
    if (!before || !head || (before.state !== 'waiting' && before.state !== 'unknown')) return;
    const out = sending(before, now());
    book.set(at, out);
    try {
      await book.keepRow(at, out, true);
    } catch {
      // What can't be written down doesn't go out.
      book.set(at, before);
      queue.unshift(at);
      pauseFor('storage');
      return;
    }
    if (signal.aborted) {
      const back = book.head?.phase === 'stopped' ? stopped(before) : before;
      if (book.rows[at] === out) book.set(at, back);
      await book.keepRow(at, back).catch(() => {});
      return;
    }
    const answer = await cancelOrder(out, { reason: head.reason, run: head.id }, holder);
    await take(at, out, answer);
    if (answer.outcome === 'not-sent' || answer.ease) throw answer;
  };

  /** Writes down what came of a call, whatever has become of the run meanwhile: the answer is the service's word. */
  const take = async (at: number, out: RunRow, answer: CancelAnswer) => {
    const row = answered(out, answer, now());
    const isHere = book.rows[at] === out;
    if (isHere) book.set(at, row);
    // Where it can't be kept, the row stays under way in what is kept, and is probed after a reload.
    await book.keepRow(at, row).catch(() => {});
    // Who has signed in since isn't concerned by what was asked for the one before.
    if (answer.session && !disposed) endSession(client);
    if (!isHere) return;
    lostInARow =
      answer.outcome === 'unknown' ? lostInARow + 1 : answer.outcome === 'not-sent' ? lostInARow : 0;
    if (row.state === 'unknown' && row.probes < MOST_PROBES && answer.outcome !== 'not-sent') later.push(at);
    if (answer.session) pauseFor('session');
    else if (lostInARow >= LOST_IN_A_ROW && isRunning()) pauseFor('lost');
    if (row.owed) await settle(at);
  };

  /** Tells the journal what a probe found out. While a lost call may still be under way there, it is told later. */
  const settle = async (at: number) => {
    const row = book.rows[at];
    const settlement = row?.owed ? settlementOf(row) : null;
    if (!row || !settlement) return;
    const isTold = await settleLost(row, settlement);
    if (disposed || book.rows[at] !== row) return;
    if (!isTold) {
      owedTimer ??= setTimeout(payOwed, OWED_MS);
      return;
    }
    const paid = { ...row, owed: false };
    book.set(at, paid);
    await book.keepRow(at, paid).catch(() => {});
  };
  const payOwed = async () => {
    owedTimer = null;
    for (const [at, { owed }] of book.rows.entries()) if (owed) await settle(at);
  };

  return {
    start() {
      lostInARow = 0;
      queue = [];
      later = [];
      const waiting: number[] = [];
      for (const [at, row] of book.rows.entries()) {
        if (row.state === 'unknown') {
          book.set(at, { ...row, probes: 0 });
          queue.push(at);
        } else if (row.state === 'waiting') waiting.push(at);
      }
      queue = queue.concat(waiting);
      void payOwed();
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
          if (isRunning()) pauseFor('unreachable');
        },
      });
      run = mine;
      mine.done.then((how) => {
        if (run !== mine) return;
        run = null;
        if (how === 'done' && isRunning()) enter('done');
      });
    },
    pause: () => run?.pause(),
    stop() {
      run?.stop();
      run = null;
    },
    payOwed: () => void payOwed(),
    dispose() {
      disposed = true;
      if (owedTimer) clearTimeout(owedTimer);
      run?.stop();
      run = null;
    },
  };
}

/** A call that never reached the service may go out again, after a pause; nothing else may. */
function judge(error: unknown): Setback {
  const { outcome, ease, pauseMs, session } = error as Partial<CancelAnswer>;
  const mayGoAgain = outcome === 'not-sent' && !session;
  return { again: mayGoAgain, ease: Boolean(ease), pauseMs };
}
