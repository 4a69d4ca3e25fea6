import type { Logger } from 'pino';
import type { ForwardOptions } from '../proxy/forward.ts';
import { attempt } from './attempt.ts';
import type { ClaimedLine, ClaimedRun, Hold, LineResult } from './claimed-run.ts';
import type { Presence } from './presence.ts';
import type { RunClaims } from './run-claims.ts';
import { backOff, isUnsent, resultOf } from './run-outcome.ts';
import { createPace, pauseAfter } from './run-pace.ts';
import { type RunToken, TOKEN_REFUSED } from './run-token.ts';

export interface RunTaskOptions {
  claims: RunClaims;
  presence: Presence;
  forward: ForwardOptions;
  clock: () => number;
  log: Logger;
  token: RunToken;
  /** Called whenever something about the run was recorded. */
  onChange(): void;
  /** Called for every line that got an outcome. */
  onOutcome(outcome: string): void;
}

/** Work on one run, under way. */
export interface RunTask {
  readonly run: ClaimedRun;
  /** Looks at once whether the run was paused, stopped or resumed, and sends nothing until it knows. */
  look(): void;
  /** Sends nothing more; what is in flight is settled. */
  stop(): void;
  /** Resolves once everything is recorded and the run is given up. Never rejects. */
  readonly ended: Promise<void>;
}

/** The lines claimed at once: few enough that a crash leaves little to check, enough that claiming costs little. */
const BATCH = 96;
/** More are claimed once fewer than these are left. */
const LOW = 24;

/** Results are recorded together: at the latest after so long, or as soon as there are so many. */
const SETTLE_MS = 200;
const SETTLE_MOST = 64;

/** How often a task looks whether its run was paused, stopped or resumed at another gateway. */
const LOOK_MS = 250;

/** The pause before a database that failed is tried again. */
const RETRY_MS = 1_000;

type Ending = { because: 'left' | 'stop' | 'token' } | { because: 'hold'; hold: Hold };

/** Works on a claimed run until it has nothing left to do now, or must not go on. */
export function startRunTask(run: ClaimedRun, firstToken: string, options: RunTaskOptions): RunTask {
  const { claims, presence, clock, log, token } = options;
  let accessToken = firstToken;
  const pace = createPace(run.hold_count > 0);
  let queue: ClaimedLine[] = [];
  let inFlight = 0;
  let results: LineResult[] = [];
  let unsent: string[] = [];
  let ending: Ending | null = null;
  let isExhausted = false;
  let lookedAt = 0;
  /** How many looks were requested, and how many of them have shown the run's state. */
  let looksDue = 1;
  let looksTaken = 0;
  let wasAnswered = false;
  let wake = () => {};

  function end(reason: Ending): void {
    // A refused token comes before any other reason to end: the lines wait for another one.
    if (!ending || reason.because === 'token') ending = reason;
    returnUnsent(() => true);
    wake();
  }

  function returnUnsent(isReturned: (line: ClaimedLine) => boolean): void {
    unsent.push(...queue.filter(isReturned).map(({ id }) => id));
    queue = queue.filter((line) => !isReturned(line));
  }

  function hold(message: string, forMs: number | null): void {
    const count = wasAnswered ? 0 : run.hold_count;
    const until = new Date(clock() + (forMs ?? pauseAfter(count)));
    if (ending?.because === 'hold' && until > ending.hold.until) ending.hold = { ...ending.hold, until };
    end({ because: 'hold', hold: { message, until, count: count + 1 } });
  }

  /** Sends as much as the pace allows. */
  function pump(): void {
    while (!ending && looksTaken === looksDue && inFlight < pace.limit) {
      const line = queue.shift();
      if (!line) return;
      if (!presence.holds()) {
        // The claims may have lapsed.
        queue.unshift(line);
        end({ because: 'left' });
        return;
      }
      inFlight += 1;
      void send(line);
    }
  }

  async function send(line: ClaimedLine): Promise<void> {
    const sentAt = clock();
    const began = performance.now();
    const { target, key, request_id: requestId } = line;
    const write = { kind: 'cancelOrder' as const, target, body: null, key, accessToken, requestId };
    const answer = await attempt(write, options.forward);
    const isRefused = answer.status === 401;
    if (isRefused) await takeRefusal(write.accessToken);
    inFlight -= 1;
    if (isUnsent(line, answer) || (isRefused && token.isReplaceable)) unsent.push(line.id);
    else results.push(resultOf(line, answer, { sentAt, now: clock(), tookMs: performance.now() - began }));
    const trouble = backOff(answer);
    if (!trouble) {
      wasAnswered ||= !isRefused;
      pace.answered();
    } else if (pace.failed() || trouble.mustPause) {
      hold(trouble.message, answer.retryAfterMs);
    }
    pump();
    if (results.length >= SETTLE_MOST || queue.length < LOW || inFlight === 0) wake();
  }

  /** The organisation may have another access token than the refused one by now, or get one soon. */
  async function takeRefusal(refused: string): Promise<void> {
    if (!token.isReplaceable) return end({ because: 'token' });
    await renew();
    if (accessToken === refused) hold(TOKEN_REFUSED, null);
  }

  async function renew(): Promise<void> {
    accessToken = (await token.read()) ?? accessToken;
  }

  async function claim(): Promise<void> {
    const isLow = queue.length < LOW;
    const isLookDue = looksTaken < looksDue || performance.now() - lookedAt >= LOOK_MS;
    if (ending || !((isLow && !isExhausted) || isLookDue)) return;
    lookedAt = performance.now();
    const wanted = isLow ? BATCH - queue.length : 0;
    await renew();
    const looks = looksDue;
    const { state, lines } = await claims.claimLines(run, new Date(clock()), wanted);
    if (state === null) end({ because: 'left' });
    // In a paused or stopped run, lines whose outcome is unknown are still checked.
    else if (state !== 'running') returnUnsent(({ outcome }) => outcome === 'pending');
    isExhausted = lines.length < wanted;
    looksTaken = looks;
    if (ending) unsent.push(...lines.map(({ id }) => id));
    else queue.push(...lines);
  }

  async function record(): Promise<void> {
    const [settled, returned] = [results, unsent];
    results = [];
    unsent = [];
    try {
      if (settled.length > 0) await claims.settle(run, settled);
      for (const { outcome } of settled) options.onOutcome(outcome);
      settled.length = 0;
      if (returned.length > 0) await claims.giveBack(run, new Date(clock()), returned);
      options.onChange();
    } catch (error) {
      // Kept, and tried again: these outcomes are recorded nowhere else.
      results.unshift(...settled);
      unsent.unshift(...returned);
      throw error;
    }
  }

  async function work(): Promise<void> {
    let recordedAt = performance.now();
    for (;;) {
      try {
        await claim();
        pump();
        const isLast = inFlight === 0 && queue.length === 0;
        const hasResults = results.length + unsent.length > 0;
        if (isLast && !hasResults) return;
        const isDue = results.length >= SETTLE_MOST || performance.now() - recordedAt >= SETTLE_MS;
        if (hasResults && (isDue || isLast || ending)) {
          await record();
          recordedAt = performance.now();
        } else if (ending || looksTaken === looksDue) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, SETTLE_MS);
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        }
      } catch (error) {
        log.warn({ err: error, run: run.id }, 'a run could not be recorded; it is tried again');
        end({ because: 'left' });
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  async function giveUp(): Promise<void> {
    if (ending?.because === 'token')
      await claims.refuseToken(run, new Date(clock()), 'The service refused the access token.');
    const count = wasAnswered ? 0 : run.hold_count;
    await claims.release(run, count, ending?.because === 'hold' ? ending.hold : null);
    options.onChange();
  }

  const ended = claims
    .adopt(run, new Date(clock()))
    .then(work)
    .then(giveUp)
    .catch((error: unknown) => log.warn({ err: error, run: run.id }, 'the work on a run ended early'));
  return {
    run,
    look() {
      looksDue += 1;
      wake();
    },
    stop: () => end({ because: 'stop' }),
    ended,
  };
}
