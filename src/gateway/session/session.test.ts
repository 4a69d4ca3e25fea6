import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTokenProblem, type DeskState, deskState, HOLDER_HEADER } from '#contract/session.ts';
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { CRESTLINE, HARBOUR } from '#tests/support/service.ts';
import { createCustomerSalts } from './customer-salt.ts';
import { createSessions, type Session } from './session.ts';

const MINUTE = 60_000;
const JSON_BODY = { 'content-type': 'application/json' };
let now = Date.UTC(2026, 10, 21, 12);
const signOuts = {
  has: () => false,
  add: async () => true,
  addIn: async () => {},
  heed: async () => {},
  onAdd: () => {},
};
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now });
});
afterAll(() => gateway.close());

const cookieOf = (response: Response) => response.headers.getSetCookie().join('\n');

describe('signing in', () => {
  it('keeps the token in a cookie that no script can read, and says who is signed in', async () => {
    const browser = gateway.browser();
    const response = await browser.signIn();
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: unknown };
    expect(deskState._zod.run({ value: data, issues: [] }, {})).toMatchObject({ issues: [] });
    expect(data).toMatchObject({ session: { label: 'Crestline Capital' } });
    expect(cookieOf(response)).toMatch(/^pledge-session=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(decodeURIComponent(cookieOf(response))).not.toContain(CRESTLINE);
  });

  it.each([
    ['wrong', 'pledge_live_of_somebody_else', 401, 'TOKEN_REFUSED', /isn’t valid/],
    ['empty', '', 400, 'MALFORMED_REQUEST', /Enter your access token/],
    ['broken by a space', `${CRESTLINE} x`, 400, 'MALFORMED_REQUEST', /spaces or line breaks/],
    ['ended by a line break', `${CRESTLINE}\n`, 400, 'MALFORMED_REQUEST', /spaces or line breaks/],
    ['no ASCII', 'pledge_dèmo', 400, 'MALFORMED_REQUEST', /letters, digits/],
    ['too long', 'x'.repeat(513), 400, 'MALFORMED_REQUEST', /at most 512/],
    ['a number', 7, 400, 'MALFORMED_REQUEST', /accessToken: must be a text/],
  ])('refuses a token that is %s, in words of its own', async (_, accessToken, status, code, message) => {
    const browser = gateway.browser();
    const response = await browser.fetch('/session', {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify({ accessToken }),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      status: 'error',
      code,
      message: expect.stringMatching(message),
    });
    expect(browser.cookies.size).toBe(0);
    if (typeof accessToken === 'string' && status === 400)
      expect(accessTokenProblem(accessToken)).toMatch(message);
  });

  it.each(['', 'no json', '[]', 'null', '{"accessToken":1e9999}', '{"accessToken":"a\u0000b"}'])(
    'answers the body %j with what is wrong, not with a failure',
    async (body) => {
      const response = await gateway
        .browser()
        .fetch('/session', { method: 'POST', headers: JSON_BODY, body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ status: 'error', code: 'MALFORMED_REQUEST' });
    },
  );

  it.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/html; a=application/json',
  ])('takes JSON alone, and not what says that it is %j', async (type) => {
    const browser = gateway.browser();
    const body = Buffer.from(JSON.stringify({ accessToken: CRESTLINE }));
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const response = await browser.fetch('/session', { method: 'POST', headers, body });
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({
      status: 'error',
      code: 'MALFORMED_REQUEST',
      message: 'The body must be JSON, with the header Content-Type: application/json.',
    });
    expect(browser.cookies.size).toBe(0);
  });

  it('takes JSON that names its letters', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const body = JSON.stringify({ accessToken: CRESTLINE });
    const response = await gateway.browser().fetch('/session', { method: 'POST', headers, body });
    expect(response.status).toBe(200);
  });

  it.each(['application/json, text/plain', 'application/jsonp', 'application/json x'])(
    'doesn’t take a body of the type %s for JSON',
    async (type) => {
      const headers = { 'content-type': type };
      const body = JSON.stringify({ accessToken: CRESTLINE });
      const response = await gateway.browser().fetch('/session', { method: 'POST', headers, body });
      expect(response.status).toBe(415);
    },
  );

  it('refuses a body that is too large', async () => {
    const body = JSON.stringify({ accessToken: 'x'.repeat(70_000) });
    const response = await gateway.browser().fetch('/session', { method: 'POST', headers: JSON_BODY, body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'BODY_TOO_LARGE' });
  });

  it('never puts the token into a log', async () => {
    const browser = gateway.browser();
    await browser.signIn();
    await browser.fetch('/v1/api/creditor/credit/loans');
    await browser.signIn('pledge_live_wrong_token_0001');
    const lines = [...gateway.logged, ...gateway.service.logged].join('\n');
    expect(lines).toContain('/v1/api/creditor/credit/loans');
    expect(lines).not.toContain(CRESTLINE);
    expect(lines).not.toContain('pledge_live_wrong_token_0001');
  });
});

describe('the salt of customers’ keys', () => {
  const saltOf = async (from: TestGateway, accessToken?: string) => {
    const browser = from.browser();
    await browser.signIn(accessToken);
    const { data } = (await (await browser.fetch('/session')).json()) as { data: DeskState };
    return data.session?.customerSalt;
  };

  it('is the same for everybody of an organisation, on every gateway, and another for the next', async () => {
    const salt = await saltOf(gateway);
    expect(salt).toMatch(/^[\w-]{22}$/);
    expect(await saltOf(gateway)).toBe(salt);
    const other = await startTestGateway();
    try {
      expect(await saltOf(other)).toBe(salt);
    } finally {
      await other.close();
    }
    expect(await saltOf(gateway, HARBOUR)).not.toBe(salt);
  });

  it('can’t be worked out without the secret, and outlives it once a newer one has taken over', async () => {
    const { pool } = gateway.service.database;
    const [older, newer] = ['one'.repeat(12), 'two'.repeat(12)] as const;
    const saltOf = async (owner: string, ...secrets: string[]) =>
      await createCustomerSalts(pool, secrets)(owner);
    const salt = await saltOf('o1', older);
    expect(await saltOf('o2', newer)).not.toBe(await saltOf('o3', newer));
    expect(await saltOf('o1', newer)).not.toBe(salt);
    expect(await saltOf('o1', older)).toBe(salt);
    expect(await saltOf('o1', newer, older)).toBe(salt);
    expect(await saltOf('o1', newer)).toBe(salt);
    const { rows } = await pool.query(`select salt from desk.customer_salt where owner = 'o1'`);
    expect(rows).toEqual([{ salt: expect.not.stringContaining(salt) }]);
  });
});

describe('a session', () => {
  const statusOf = async (browser: ReturnType<TestGateway['browser']>) =>
    (await browser.fetch('/v1/api/creditor/credit/loans')).status;

  it('ends after half an hour without use, and not before', async () => {
    const browser = gateway.browser();
    await browser.signIn();
    now += 29 * MINUTE;
    expect(await statusOf(browser)).toBe(200);
    now += 29 * MINUTE;
    expect(await statusOf(browser)).toBe(200);
    now += 31 * MINUTE;
    const ended = await browser.fetch('/v1/api/creditor/credit/loans');
    expect(ended.status).toBe(401);
    expect(await ended.json()).toMatchObject({ status: 'error', code: 'SESSION_REQUIRED' });
    expect(await (await browser.fetch('/session')).json()).toMatchObject({ data: { session: null } });
  });

  it('is in use by someone whose changes the service never sees', async () => {
    const browser = gateway.browser();
    await browser.signIn();
    const change = async () =>
      await browser.fetch('/desk/settings', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ density: 'compact' }),
      });
    for (let i = 0; i < 4; i++) {
      now += 20 * MINUTE;
      expect((await change()).status).toBe(200);
    }
    // Pages read those of their own accord.
    now += 20 * MINUTE;
    expect((await browser.fetch('/desk/approvals')).headers.getSetCookie()).toEqual([]);
    now += 11 * MINUTE;
    expect((await change()).status).toBe(401);
  });

  it('is in use by someone who only reads what Pledge has itself', async () => {
    const browser = gateway.browser();
    await browser.signIn();
    for (let i = 0; i < 4; i++) {
      now += 20 * MINUTE;
      expect((await browser.fetch('/journal', { headers: { 'x-pledge-use': '1' } })).status).toBe(200);
    }
  });

  it('ends after twelve hours however much it is used', async () => {
    const browser = gateway.browser();
    await browser.signIn();
    for (let i = 0; i < 47; i++) {
      now += 15 * MINUTE;
      expect(await statusOf(browser)).toBe(200);
    }
    now += 16 * MINUTE;
    expect(await statusOf(browser)).toBe(401);
  });

  it('is over at once when signed out, for a copy of the cookie too', async () => {
    const browser = gateway.browser();
    await browser.signIn();
    const copied = [...browser.cookies];
    const response = await browser.fetch('/session', { method: 'DELETE' });
    expect(response.status).toBe(200);
    expect(browser.cookies.size).toBe(0);
    expect(await statusOf(browser)).toBe(401);
    for (const [name, value] of copied) browser.cookies.set(name, value);
    expect(await statusOf(browser)).toBe(401);
  });

  it('is over at the other gateways of its store, before and after they start again', async () => {
    const browser = gateway.browser();
    await browser.signIn();
    const copied = [...browser.cookies];
    const at = async (other: TestGateway) => {
      const copy = other.browser();
      for (const [name, value] of copied) copy.cookies.set(name, value);
      return await statusOf(copy);
    };
    const running = await startTestGateway({ beside: gateway, clock: () => now });
    expect(await at(running)).toBe(200);
    await browser.fetch('/session', { method: 'DELETE' });
    await running.hearSignOuts();
    expect(await at(running)).toBe(401);
    const started = await startTestGateway({ beside: gateway, clock: () => now });
    await started.hearSignOuts();
    expect(await at(started)).toBe(401);
  });

  it('that can’t be written down as over is over here, and elsewhere once it can', async () => {
    const { pool } = gateway.service.database;
    const browser = gateway.browser();
    await browser.signIn();
    const copied = [...browser.cookies];
    await pool.query('alter table desk.sign_out rename to hidden');
    expect((await browser.fetch('/session', { method: 'DELETE' })).status).toBe(200);
    for (const [name, value] of copied) browser.cookies.set(name, value);
    expect(await statusOf(browser)).toBe(401);
    await pool.query('alter table desk.hidden rename to sign_out');
    const other = await startTestGateway({ beside: gateway, clock: () => now });
    const copy = other.browser();
    for (const [name, value] of copied) copy.cookies.set(name, value);
    await other.hearSignOuts();
    expect(await statusOf(copy)).toBe(200);
    await gateway.hearSignOuts();
    await other.hearSignOuts();
    expect(await statusOf(copy)).toBe(401);
  });

  it('is forgotten as signed out once its cookie would have ended anyhow', async () => {
    const { pool } = gateway.service.database;
    const browser = gateway.browser();
    await browser.signIn();
    await browser.fetch('/session', { method: 'DELETE' });
    now += 13 * 60 * MINUTE;
    await gateway.hearSignOuts();
    expect((await pool.query('select * from desk.sign_out')).rows).toEqual([]);
  });

  it('of another person sends nothing for a page of the previous session', async () => {
    const browser = gateway.browser();
    const state = (await (await browser.signIn()).json()) as { data: DeskState };
    const holder = state.data.session?.holder ?? '';
    const read = async () =>
      await browser.fetch('/v1/api/creditor/credit/loans', { headers: { [HOLDER_HEADER]: holder } });
    expect((await read()).status).toBe(200);
    await browser.signIn();
    expect((await read()).status).toBe(200);
    await browser.signIn('pledge_demo_harbour');
    const refused = await read();
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: 'SESSION_CHANGED' });
    expect(await statusOf(browser)).toBe(200);
  });

  it.each([
    ['a wrong token', 'pledge_live_of_somebody_else', 401],
    ['a torn token', 'pledge_live torn', 400],
  ])('goes on where another sign-in is refused for %s', async (_, accessToken, status) => {
    const browser = gateway.browser();
    await browser.signIn();
    const refused = await browser.signIn(accessToken);
    expect(refused.status).toBe(status);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await statusOf(browser)).toBe(200);
  });

  it('ends when the service no longer accepts the token', async () => {
    const browser = gateway.browser();
    await browser.signIn('pledge_demo_harbour');
    const { pool } = gateway.service.database;
    await pool.query("update service.api_client set revoked_at = now() where name like 'Harbour%'");
    const response = await browser.fetch('/v1/api/creditor/credit/loans');
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'TOKEN_REFUSED' });
    expect(response.headers.getSetCookie()).toEqual([]);
    await pool.query("update service.api_client set revoked_at = null where name like 'Harbour%'");
    expect((await browser.fetch('/v1/api/creditor/credit/loans')).status).toBe(401);
  });

  it('can’t be made up, altered or taken from another secret', () => {
    const options = { idleMs: MINUTE, lifetimeMs: MINUTE, clock: () => now, signOuts };
    const sessions = createSessions({ ...options, secrets: ['one'.repeat(12), 'two'.repeat(12)] });
    const session: Session = {
      id: 's1',
      owner: 'o1',
      accessToken: 'token',
      label: 'x',
      creditor: null,
      person: { id: 'p1', subject: 'token', name: 'x', verified: false },
      roles: ['analyst'],
      signedInAt: now,
      lastSeenAt: now,
    };
    const sealed = sessions.seal(session);
    expect(sessions.open(sealed)).toEqual(session);
    for (let at = 0; at < sealed.length; at++) {
      const altered = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      // The last character carries bits that base64 doesn't use.
      if (Buffer.from(altered, 'base64url').equals(Buffer.from(sealed, 'base64url'))) continue;
      expect(sessions.open(altered)).toBeNull();
    }
    for (const text of ['', 'x', sealed.slice(0, 30), `${sealed}AAAA`])
      expect(sessions.open(text)).toBeNull();
    const older = createSessions({ ...options, secrets: ['two'.repeat(12)] }).seal(session);
    expect(sessions.open(older)).toEqual(session);
    const foreign = createSessions({ ...options, secrets: ['three'.repeat(8)] }).seal(session);
    expect(sessions.open(foreign)).toBeNull();
  });
});
