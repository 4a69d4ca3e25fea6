import { expect, it } from 'vitest';
import { requireRecentSignIn } from './recent-sign-in.ts';
import type { Session } from './session.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const minutesAgo = (minutes: number) => NOW - minutes * 60_000;
const session: Session = {
  id: 's',
  accessToken: '',
  owner: 'o',
  label: 'Acme',
  creditor: null,
  roles: [],
  person: { id: 'p', subject: 'x', name: 'Ada Obi', verified: true },
  signedInAt: minutesAgo(1),
  lastSeenAt: NOW,
};
const provided = (authenticatedAt: number | null): Session => ({
  ...session,
  provided: { organisation: 'Acme', authenticatedAt },
});

it.each([
  ['at the provider 15 minutes ago', provided(minutesAgo(15))],
  ['with an access token an hour ago, which proves no one,', { ...session, signedInAt: minutesAgo(60) }],
])('a sign-in %s is recent', (_, of) => {
  expect(() => requireRecentSignIn(of, NOW)).not.toThrow();
});

it.each([
  ['at the provider 16 minutes ago, however new the session is', provided(minutesAgo(16))],
  ['at a provider that does not say when', provided(null)],
])('a sign-in %s is not, and the refusal says what to do', (_, of) => {
  expect(() => requireRecentSignIn(of, NOW)).toThrow(
    expect.objectContaining({
      status: 403,
      code: 'RECENT_SIGN_IN_REQUIRED',
      message: expect.stringMatching(/Sign in again/),
    }) as never,
  );
});
