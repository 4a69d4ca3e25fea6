import { createHash } from 'node:crypto';
import type { Upstream } from '../proxy/upstream.ts';
import type { Session } from './session.ts';

/** What the service says of an access token; `unknown` if it did not answer the question. */
type TokenVerdict = 'accepted' | 'refused' | 'unknown';

/** How a gateway asks about an access token. */
export interface TokenSource {
  ask(session: Session): Promise<TokenVerdict>;
  /** How long an answer holds, in milliseconds. */
  freshMs: number;
}

export interface TokenChecks {
  /** The same way to the service, which records what each answer says of the access token that it was asked with. */
  watch(upstream: Upstream): Upstream;
  /** Whether the service accepted an access token recently enough for a session to be renewed. */
  isAccepted(accessToken: string): boolean;
  /**
   * Asks the service again if its last answer about a session's access token is too old. Returns false if the service
   * refuses the token, and true if it does not answer.
   */
  confirm(session: Session): Promise<boolean>;
  /** Makes every answer too old, so that the next check of each access token asks the service. */
  expire(): void;
}

interface TokenCheckOptions {
  source: TokenSource;
  clock: () => number;
}

/** A request waits this long for the service's answer; then it goes on, and the answer counts for the next one. */
const PATIENCE_MS = 1_000;

/** The number of access tokens after which answers that are too old are dropped. */
const MANY = 1_000;

interface Known {
  verdict: TokenVerdict;
  at: number;
  /** Its place among all questions: the clock may be set back. */
  turn: number;
}

/** Remembers, for one gateway, what the service last said of each access token. Only hashes are kept. */
export function createTokenChecks({ source, clock }: TokenCheckOptions): TokenChecks {
  let known = new Map<string, Known>();
  let turns = 0;
  const asking = new Map<string, Promise<TokenVerdict>>();

  // One that is ahead was given before the clock was set back: it may be of any age.
  const isFresh = ({ at }: Known, now: number) => Math.abs(now - at) < source.freshMs;
  const remember = (key: string, verdict: TokenVerdict, at: number, turn: number) => {
    if (known.size >= MANY) {
      for (const [other, answer] of known) if (!isFresh(answer, at)) known.delete(other);
    }
    // Answers may come in another order than they were asked for.
    const last = known.get(key);
    if (last && last.turn > turn && last.verdict !== 'unknown') return;
    known.set(key, { verdict, at, turn });
  };
  const fresh = (key: string) => {
    const last = known.get(key);
    return last && isFresh(last, clock()) ? last.verdict : undefined;
  };
  const ask = (key: string, session: Session) => {
    const running = asking.get(key);
    if (running) return running;
    const at = clock();
    turns += 1;
    const turn = turns;
    const answer: Promise<TokenVerdict> = source
      .ask(session)
      .catch((): TokenVerdict => 'unknown')
      .then((verdict) => {
        // An answer that was asked for before `expire` may be too old.
        if (asking.get(key) !== answer) return verdict;
        asking.delete(key);
        remember(key, verdict, at, turn);
        return verdict;
      });
    asking.set(key, answer);
    return answer;
  };

  return {
    watch: (upstream) => async (request) => {
      turns += 1;
      const [at, turn, askedFor] = [clock(), turns, known];
      const reply = await upstream(request);
      const accessToken = request.headers.authorization?.replace(/^Bearer /, '');
      const verdict = verdictOf(reply.status);
      // As below, one from before `expire` may be too old.
      if (accessToken && verdict && askedFor === known) remember(keyOf(accessToken), verdict, at, turn);
      return reply;
    },
    isAccepted: (accessToken) => fresh(keyOf(accessToken)) === 'accepted',
    async confirm(session) {
      const key = keyOf(session.accessToken);
      const verdict = fresh(key) ?? (await inTime(ask(key, session)));
      // The service is slow: no other request waits for it, and its answer counts when it comes.
      if (verdict === undefined) remember(key, 'unknown', clock(), turns);
      return verdict !== 'refused';
    },
    expire() {
      known = new Map();
      asking.clear();
    },
  };
}

/** A failure of the service, or another refusal, says nothing of the access token. */
function verdictOf(status: number): TokenVerdict | undefined {
  if (status === 401) return 'refused';
  return status >= 200 && status < 300 ? 'accepted' : undefined;
}

function keyOf(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest('base64url');
}

async function inTime(answer: Promise<TokenVerdict>): Promise<TokenVerdict | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
