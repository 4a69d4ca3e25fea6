import { expect, test } from 'vitest';
import type { UpstreamReply } from '../proxy/upstream.ts';
import type { Session } from './session.ts';
import { createTokenChecks } from './token-checks.ts';

const session = { accessToken: 'token' } as Session;

/** Token checks of a service whose answers come in the order in which they are let go. */
function startChecks() {
  let now = 0;
  const asked: ((status: number) => void)[] = [];
  const checks = createTokenChecks({
    source: { ask: async () => 'refused', freshMs: 45_000 },
    clock: () => now,
  });
  const upstream = checks.watch(
    () =>
      new Promise((resolve) => {
        asked.push((status) => resolve({ status } as UpstreamReply));
      }),
  );
  const ask = () => {
    now += 1_000;
    const headers = { authorization: 'Bearer token' };
    const answered = upstream({ method: 'GET', target: '/', headers, body: null, timeoutMs: 1_000 });
    const answer = asked.at(-1);
    return async (status: number) => {
      answer?.(status);
      await answered;
    };
  };
  const setBack = (ms: number) => {
    now -= ms;
  };
  return { checks, ask, setBack };
}

test('a refusal holds, although the answer to an earlier request comes after it', async () => {
  const { checks, ask } = startChecks();
  const [answerFirst, answerSecond] = [ask(), ask()];
  await answerSecond(401);
  await answerFirst(200);
  expect(checks.isAccepted('token')).toBe(false);
  expect(await checks.confirm(session)).toBe(false);
});

test('an answer to a request from before a revocation was heard of does not count', async () => {
  const { checks, ask } = startChecks();
  const answer = ask();
  checks.expire();
  await answer(200);
  expect(checks.isAccepted('token')).toBe(false);
  expect(await checks.confirm(session)).toBe(false);
});

test('an answer from before the clock was set back does not count', async () => {
  const { checks, ask, setBack } = startChecks();
  await ask()(200);
  setBack(30_000);
  expect(checks.isAccepted('token')).toBe(true);
  setBack(3_600_000);
  expect(checks.isAccepted('token')).toBe(false);
  expect(await checks.confirm(session)).toBe(false);
});
