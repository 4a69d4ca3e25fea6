import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { explainRead, explainSignIn } from './explain.ts';

const failure = (kind: ApiError['kind'], code?: string, retryAfter?: number) =>
  new ApiError(kind, { message: 'Said so.', code, retryAfter });

test('every way a sign-in fails has words of its own', () => {
  const titles = [
    failure('session', 'TOKEN_REFUSED'),
    failure('rate-limited', 'TOO_MANY_ATTEMPTS', 40),
    failure('timeout', 'SERVICE_TIMEOUT'),
    failure('server', 'SERVICE_UNREACHABLE'),
    failure('server', 'SERVICE_UNREADABLE'),
    failure('server', 'SERVICE_INTERRUPTED'),
    failure('server'),
    failure('network'),
    failure('invalid', 'MALFORMED_REQUEST'),
  ].map((error) => explainSignIn(error).title);
  expect(new Set(titles).size).toBe(titles.length);
});

test('a wait is said in the unit it is long in', () => {
  expect(explainSignIn(failure('rate-limited', undefined, 40)).meaning).toContain('Try again in 40 s.');
  expect(explainSignIn(failure('rate-limited', undefined, 600)).meaning).toContain('in 10 minutes.');
  expect(explainRead(failure('rate-limited'))).toContain('Wait a moment');
});

test('a service that is closed for a while says when to come back, a broken one doesn’t', () => {
  expect(explainRead(failure('server', undefined, 7))).toMatch(
    /not available at the moment.*Try again in 7 s\./,
  );
  expect(explainRead(failure('server'))).toMatch(/reported an error/);
  expect(explainRead(failure('server', 'SERVICE_UNREACHABLE', 5))).toMatch(/The service can’t be reached/);
});

test('a connection that broke off is told from an answer that can’t be read', () => {
  expect(explainRead(failure('server', 'SERVICE_INTERRUPTED'))).toMatch(/connection .* was interrupted/);
  expect(explainRead(failure('server', 'SERVICE_UNREADABLE'))).toMatch(/Unexpected response/);
});

test('where the service says why, its words are passed on', () => {
  expect(explainRead(failure('forbidden'))).toContain('“Said so.”');
  expect(explainRead(failure('server'))).not.toContain('Said so.');
});
