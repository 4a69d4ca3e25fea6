import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#contract/permissions.ts';
import { sendJson, setRules } from '#tests/support/approvals.ts';
import { ORIGIN, SECRET, startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { begin, comeBack, headingOf, loans, sessionOf, signInAt } from '#tests/support/provider-sign-in.ts';
import { CRESTLINE } from '#tests/support/service.ts';
import { oidcSettings, type ShapedProvider, startShapedProvider } from '#tests/support/shaped-provider.ts';

let provider: ShapedProvider;
let gateway: TestGateway;
beforeAll(async () => {
  provider = await startShapedProvider();
  gateway = await startTestGateway({
    oidcSettings: oidcSettings(provider.issuer),
    signInsPerMinute: 0,
  });
  await gateway.organisations.keep('Crestline', CRESTLINE);
});
afterAll(async () => {
  await gateway.close();
  await provider.close();
});
beforeEach(() => {
  provider.claims = { roles: ['operations'] };
});
afterEach(() => {
  provider.makeToken = null;
  provider.answer = null;
  provider.userInfo = {};
});

const signIn = async (query = '', at = gateway) => await signInAt(at, query);

async function lastRecord() {
  const { rows } = await gateway.service.database.pool.query(
    'select owner, action, who, result, details from desk.audit order by at desc, number desc limit 1',
  );
  return rows[0];
}

describe('a sign-in with the identity provider', () => {
  it('asks for a code with PKCE, state and nonce, and goes on to the page that was asked for', async () => {
    const browser = gateway.browser();
    const asked = await begin(browser, '?to=/loans%3Fstatus%3DREPAID');
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'pledge',
      response_type: 'code',
      redirect_uri: `${ORIGIN}/session/oidc/return`,
      code_challenge_method: 'S256',
      max_age: '43200',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)?.length).toBeGreaterThan(30);
    const { status, text, headers } = await comeBack(browser, asked);
    expect(status, text).toBe(200);
    expect(text).toContain('<meta http-equiv="refresh" content="0;url=/loans?status=REPAID">');
    expect(headers.getSetCookie().join('\n')).toMatch(/pledge-session=[^;]+;.*SameSite=Strict/);
    const session = await sessionOf(browser);
    expect(session).toMatchObject({
      label: 'Crestline Capital',
      person: { name: 'Ruth Kamau', verified: true },
      roles: ['operations'],
    });
    expect((await loans(browser)).status).toBe(200);
    expect(await lastRecord()).toMatchObject({
      action: 'sign-in',
      who: { subject: `${provider.issuer}#u-1`, verified: true },
    });
  });

  it('keeps neither the access token nor the ID token in the browser', async () => {
    const { browser } = await signIn();
    const [, cookie = ''] = [...browser.cookies].find(([name]) => name === 'pledge-session') ?? [];
    expect(cookie.length).toBeLessThan(1_500);
    expect(browser.cookies.has('pledge-sign-in')).toBe(false);
  });

  it.each([
    ['another site', '//evil.example/loans'],
    ['another site, by its whole address', 'https://evil.example/'],
    ['another site, behind dots', '/.//evil.example'],
    ['another site, with a backslash', '/\\evil.example'],
    ['the sign-in itself', '/session/oidc'],
    ['no address', 'loans'],
  ])('never goes on to %s', async (_, to) => {
    const { page } = await signIn(`?to=${encodeURIComponent(to)}`);
    expect(page.text).toContain('content="0;url=/"');
  });

  it.each([1_900, 8_000])(
    'keeps an address of %i characters in no larger a cookie than browsers take',
    async (length) => {
      const browser = gateway.browser();
      await begin(browser, `?to=/loans%3Fq%3D${'x'.repeat(length)}`);
      const [[name, value] = ['', '']] = [...browser.cookies];
      expect(name).toBe('pledge-sign-in');
      expect(`${name}=${value}`.length).toBeLessThanOrEqual(4_096);
    },
  );

  it('under https is kept in a cookie that no other host can set', async () => {
    const origin = 'https://desk.test';
    const secure = await startTestGateway({
      beside: gateway,
      oidcSettings: oidcSettings(provider.issuer),
      publicOrigin: origin,
    });
    const browser = secure.browser();
    const asked = await begin(browser);
    const [[name, value] = ['', '']] = [...browser.cookies];
    expect(name).toBe('__Host-pledge-sign-in');
    const planted = secure.browser();
    planted.cookies.set('pledge-sign-in', value);
    expect(headingOf((await comeBack(planted, asked)).text)).not.toBe('You are signed in');
    expect(headingOf((await comeBack(browser, asked)).text)).toBe('You are signed in');
    expect([...browser.cookies.keys()]).toEqual(['__Host-pledge-session']);
    await secure.close();
  });

  it.each([
    ['another gateway', [SECRET]],
    ['one with a newer secret', ['a newer secret of the tests, long enough', SECRET]],
  ])('that comes back to %s goes on there, once', async (_, secrets) => {
    const other = await startTestGateway({
      beside: gateway,
      oidcSettings: oidcSettings(provider.issuer),
      secrets,
    });
    const [there, here] = [other.browser(), gateway.browser()];
    const asked = await begin(here);
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    expect(headingOf((await comeBack(there, asked)).text)).toBe('You are signed in');
    expect((await loans(there)).status).toBe(200);
    expect((await comeBack(there, asked)).status).toBe(403);
    await other.close();
  });

  it('begins from another site only when the person says so', async () => {
    const browser = gateway.browser();
    const ask = async (site: string) =>
      await browser.fetch('/session/oidc?to=/loans', { headers: { 'sec-fetch-site': site } });
    const page = await ask('cross-site');
    expect([page.status, headingOf(await page.text())]).toEqual([200, 'Sign in to Pledge?']);
    expect(browser.cookies.size).toBe(0);
    expect((await ask('same-origin')).status).toBe(302);
    expect((await ask('none')).status).toBe(302);
  });

  it('is the same person at every sign-in, and another one with another subject', async () => {
    const first = (await sessionOf((await signIn()).browser)).person.id;
    provider.claims.name = 'Ruth Kamau-Otieno';
    expect((await sessionOf((await signIn()).browser)).person).toMatchObject({
      id: first,
      name: 'Ruth Kamau-Otieno',
    });
    provider.claims.sub = 'u-2';
    expect((await sessionOf((await signIn()).browser)).person.id).not.toBe(first);
  });
});

describe('roles', () => {
  const rolesAt = async (settings: object, claims: Record<string, unknown>, userInfo = {}) => {
    const more = await startTestGateway({
      beside: gateway,
      oidcSettings: oidcSettings(provider.issuer, settings),
    });
    provider.claims = claims;
    provider.userInfo = userInfo;
    const { browser, page } = await signIn('', more);
    const session = await sessionOf(browser);
    await more.close();
    return { roles: session?.roles as Role[], text: page.text };
  };
  const roleMap = new Map<string, Role[]>([
    ['pledge-ops', ['operations']],
    ['pledge-lead', ['approver', 'analyst']],
  ]);

  it.each([
    [
      'Keycloak',
      { rolesClaim: 'realm_access.roles' },
      {
        realm_access: { roles: ['offline_access', 'uma_authorization', 'pledge-ops'] },
        preferred_username: 'ruth',
      },
    ],
    ['Entra ID', { rolesClaim: 'roles' }, { roles: ['pledge-ops'], oid: 'o', tid: 't', ver: '2.0' }],
    [
      'Auth0',
      { rolesClaim: 'https://pledge.example/roles' },
      { 'https://pledge.example/roles': ['pledge-ops'], sub: 'auth0|6543', nickname: 'ruth' },
    ],
    ['a provider with one role as a text', { rolesClaim: 'role' }, { role: 'pledge-ops' }],
  ])('come from a token as %s shapes it', async (_, settings, claims) => {
    expect((await rolesAt({ ...settings, roleMap }, claims)).roles).toEqual(['operations']);
  });

  it('come from /userinfo where the ID token has none', async () => {
    const { roles } = await rolesAt({ roleMap }, {}, { roles: ['pledge-lead'], name: 'Someone else' });
    expect(roles).toEqual(['approver', 'analyst']);
  });

  it('that Pledge does not know give no permission, and the person is told whom to ask', async () => {
    const { roles, text } = await rolesAt({ roleMap }, { roles: ['<b>janitor</b>'] });
    expect(roles).toEqual([]);
    expect(headingOf(text)).toBe('You have no role in Pledge yet');
    expect(text).toContain('names &lt;b&gt;janitor&lt;/b&gt;, which Pledge does not know');
    expect(text).toContain('Ask an administrator of your organisation');
  });
});

describe('an answer of the provider that is wrong', () => {
  type Change = (claims: JWTPayload) => string | Promise<string>;
  const now = () => Math.floor(Date.now() / 1_000);
  const signed =
    (change: Record<string, unknown>): Change =>
    (claims) =>
      provider.sign(JSON.parse(JSON.stringify({ ...claims, ...change })));
  const cases: [string, Change, string, string][] = [
    ['another nonce', signed({ nonce: 'n' }), 'wrong-nonce', 'This answer belongs to another sign-in'],
    [
      'no nonce',
      signed({ nonce: undefined }),
      'wrong-answer',
      'The answer of the sign-in service cannot be used',
    ],
    [
      'another audience',
      signed({ aud: 'other' }),
      'wrong-audience',
      'This answer is meant for another application',
    ],
    [
      'a second audience',
      signed({ aud: ['pledge', 'other'] }),
      'wrong-audience',
      'This answer is meant for another application',
    ],
    [
      'another issuer',
      signed({ iss: 'https://evil.example' }),
      'wrong-issuer',
      'This answer comes from another sign-in service',
    ],
    [
      'a time long past',
      signed({ exp: now() - 200, iat: now() - 500 }),
      'wrong-time',
      'This answer is out of date',
    ],
    [
      'a time of issue that is ahead',
      signed({ iat: now() + 300, exp: now() + 600 }),
      'wrong-time',
      'This answer is out of date',
    ],
    [
      'a proof of who it is that is ahead',
      signed({ auth_time: now() + 300 }),
      'wrong-time',
      'This answer is out of date',
    ],
    [
      'no signature (none)',
      (claims) => provider.unsigned(claims),
      'wrong-answer',
      'The answer of the sign-in service cannot be used',
    ],
    [
      'the signature of another key',
      async (claims) => {
        const other = await startShapedProvider();
        await other.close();
        return await other.sign(claims);
      },
      'wrong-signature',
      'This answer is not signed as it must be',
    ],
    ['no token', () => 'nonsense', 'wrong-answer', 'The answer of the sign-in service cannot be used'],
  ];
  it.each(cases)('with %s signs no one in, says so, and is on record', async (_, makeToken, kind, title) => {
    provider.makeToken = makeToken;
    const { browser, page } = await signIn('?to=/loans');
    expect([page.status, headingOf(page.text)]).toEqual([403, title]);
    expect(page.text).toContain('href="/session/oidc?to=%2Floans"');
    expect(await sessionOf(browser)).toBeNull();
    expect(await lastRecord()).toMatchObject({
      action: 'sign-in-refused',
      result: kind,
      details: { address: '203.0.113.7' },
    });
  });

  it.each([
    ['behind', -120],
    ['ahead', 120],
  ])('in its time by two minutes, %s, is good', async (_, seconds) => {
    const at = now() + seconds;
    provider.claims = { ...provider.claims, iat: at, nbf: at, exp: at + 10, auth_time: at };
    expect(headingOf((await signIn()).page.text)).toBe('You are signed in');
  });

  it.each([
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a NUL in the subject', { sub: 'u\0' }],
    ['a NUL in the session', { sid: 's\0' }],
  ])('with %s signs no one in', async (_, claims) => {
    provider.claims = { ...provider.claims, ...claims };
    const { page } = await signIn();
    expect([page.status, headingOf(page.text)]).toEqual([
      403,
      'The answer of the sign-in service cannot be used',
    ]);
  });

  it('with a NUL in the organisation names none', async () => {
    const settings = oidcSettings(provider.issuer, { organisation: { claim: 'org' } });
    const more = await startTestGateway({ beside: gateway, oidcSettings: settings });
    provider.claims.org = 'Crestline\0';
    expect(headingOf((await signIn('', more)).page.text)).toBe('You belong to no organisation here');
    await more.close();
  });

  it('with a long name is cut, not within a character', async () => {
    provider.claims.name = `${'x'.repeat(79)}😀`;
    const { browser } = await signIn();
    expect((await sessionOf(browser)).person.name).toBe('x'.repeat(79));
  });

  it('with a name that shows nothing goes by the next one', async () => {
    provider.claims = { ...provider.claims, name: '\u202e\u200f', email: 'ruth@example.com' };
    const { browser } = await signIn();
    expect((await sessionOf(browser)).person.name).toBe('ruth@example.com');
  });

  it.each([
    ['access_denied', 'access-denied', 'You were not let in'],
    ['server_error', 'wrong-answer', 'The answer of the sign-in service cannot be used'],
  ])('with the error %s has its own page', async (error, kind, title) => {
    const browser = gateway.browser();
    const asked = await begin(browser);
    const page = await comeBack(browser, asked, { error, error_description: '<script>alert(1)</script>' });
    expect([page.status, headingOf(page.text)]).toEqual([403, title]);
    expect(page.text).not.toContain('alert');
    expect(await lastRecord()).toMatchObject({ result: kind, details: { error } });
  });

  it('with another state is the other tab’s, which goes on', async () => {
    const browser = gateway.browser();
    const replaced = await begin(browser);
    const asked = await begin(browser);
    const page = await comeBack(browser, replaced);
    expect(headingOf(page.text)).toBe('This sign-in was replaced by another');
    expect(await lastRecord()).toMatchObject({ result: 'wrong-state' });
    expect(headingOf((await comeBack(browser, asked)).text)).toBe('You are signed in');
  });

  it('to a sign-in that this browser did not begin, or finished before, signs no one in', async () => {
    const { browser } = await signIn();
    const stranger = gateway.browser();
    const asked = await begin(gateway.browser());
    expect(headingOf((await comeBack(stranger, asked)).text)).toBe('This sign-in is no longer valid');
    expect(headingOf((await comeBack(browser, asked)).text)).toBe('This sign-in is no longer valid');
  });

  it('too often from one address is not looked at for a while', async () => {
    const limited = await startTestGateway({
      beside: gateway,
      oidcSettings: oidcSettings(provider.issuer),
      signInsPerMinute: 2,
    });
    const browser = limited.browser('198.51.100.9');
    const titles: (string | undefined)[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const response = await browser.fetch('/session/oidc/return?code=x&state=y');
      titles.push(headingOf(await response.text()));
    }
    await limited.close();
    expect(titles).toEqual([
      ...['This sign-in is no longer valid', 'This sign-in is no longer valid'],
      'Too many sign-ins were refused',
    ]);
  });
});

describe('a sign-in that has to be recent', () => {
  it('asks the provider for one of the last 15 minutes, and believes no older one', async () => {
    const browser = gateway.browser();
    const asked = await begin(browser, '?recent=1');
    expect(asked.get('max_age')).toBe('900');
    provider.claims.auth_time = Math.floor(Date.now() / 1_000) - 1_200;
    expect(headingOf((await comeBack(browser, asked)).text)).toBe('Sign in again to continue');
    provider.claims.auth_time = undefined;
    expect((await comeBack(browser, await begin(browser, '?recent=1'))).status).toBe(403);
    expect(headingOf((await signIn()).page.text)).toBe('You are signed in');
    provider.claims.auth_time = Math.floor(Date.now() / 1_000) - 600;
    expect(headingOf((await signIn('?recent=1')).page.text)).toBe('You are signed in');
  });

  it('is asked for before a request is approved, the rules are changed, or sessions are ended', async () => {
    provider.claims = {
      roles: ['approver', 'administrator'],
      auth_time: Math.floor(Date.now() / 1_000) - 1_200,
    };
    const { browser } = await signIn();
    const approve = `/desk/approvals/${randomUUID()}/approve`;
    const answers = [
      await sendJson(browser, 'POST', approve, { reason: 'Seen' }),
      await setRules(browser, { lateBorrower: { on: true } }),
      await sendJson(browser, 'DELETE', `/desk/sessions/${randomUUID()}`),
      await sendJson(browser, 'DELETE', '/desk/sessions'),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, code: 'RECENT_SIGN_IN_REQUIRED' });
      expect(answer.data.signInAt).toBe('/session/oidc?recent=1');
    }
    expect((await sendJson(browser, 'GET', '/desk/sessions')).data.sessions).not.toHaveLength(0);
    provider.claims.auth_time = Math.floor(Date.now() / 1_000);
    const { browser: fresh } = await signIn('?recent=1');
    expect((await sendJson(fresh, 'POST', approve, { reason: 'Seen' })).status).toBe(404);
    expect((await setRules(fresh, {})).status).toBe(200);
    expect((await sendJson(fresh, 'DELETE', '/desk/sessions')).status).toBe(200);
    expect(await sessionOf(browser)).toBeNull();
  });
});

describe('the provider', () => {
  it('may change its keys: the new ones are read at once', async () => {
    await signIn();
    await provider.rotateKeys();
    // Keys that have just been read are not read again for a second.
    await vi.waitFor(
      async () => expect(headingOf((await signIn()).page.text)).toBe('You are signed in'),
      10_000,
    );
  });

  it('that is down at the beginning has its own message', async () => {
    const away = await startShapedProvider();
    await away.close();
    const down = await startTestGateway({ beside: gateway, oidcSettings: oidcSettings(away.issuer) });
    const response = await down.browser().fetch('/session/oidc');
    expect(response.status).toBe(503);
    expect(headingOf(await response.text())).toBe('The sign-in service of your organisation does not answer');
    await down.close();
  });

  it('that says to be another one is not believed', async () => {
    const fresh = await startTestGateway({ beside: gateway, oidcSettings: oidcSettings(provider.issuer) });
    const other = {
      issuer: 'https://evil.example',
      authorization_endpoint: 'https://evil.example/authorize',
    };
    provider.answer = () => ({ status: 200, body: JSON.stringify(other) });
    const response = await fresh.browser().fetch('/session/oidc');
    expect([response.status, headingOf(await response.text())]).toEqual([
      403,
      'The answer of the sign-in service cannot be used',
    ]);
    await fresh.close();
  });

  it.each<[string, object]>([
    ['no address of its keys', { jwks_uri: undefined }],
    ['an address of its keys that is none', { jwks_uri: '/keys' }],
    ['no address of sign-ins', { authorization_endpoint: undefined }],
    ['an address of sign-ins that is none', { authorization_endpoint: 7 }],
  ])('that names %s has a page, and the log says why', async (_, change) => {
    const fresh = await startTestGateway({ beside: gateway, oidcSettings: oidcSettings(provider.issuer) });
    provider.answer = () => ({ status: 200, body: JSON.stringify({ ...provider.metadata(), ...change }) });
    const response = await fresh.browser().fetch('/session/oidc');
    expect([response.status, headingOf(await response.text())]).toEqual([
      403,
      'The answer of the sign-in service cannot be used',
    ]);
    expect(fresh.logged.join('')).toMatch(
      /"kind":"wrong-answer","details":{.*"reason":".+a sign-in was refused/,
    );
    await fresh.close();
  });

  it('that is away at the beginning is in the log, with the reason', async () => {
    const away = await startShapedProvider();
    await away.close();
    const down = await startTestGateway({ beside: gateway, oidcSettings: oidcSettings(away.issuer) });
    await down.browser().fetch('/session/oidc');
    expect(down.logged.join('')).toMatch(/"kind":"provider-away".*"reason":"fetch failed: ECONNREFUSED"/);
    await down.close();
  });

  it('whose key can’t be read has a page', async () => {
    const fresh = await startTestGateway({ beside: gateway, oidcSettings: oidcSettings(provider.issuer) });
    const key = { kty: 'RSA', alg: 'RS256', use: 'sig', n: '!', e: 'AQAB' };
    const keys = [1, 2, 3].map((nth) => ({ ...key, kid: `key-${nth}` }));
    provider.answer = (path) => (path === '/keys' ? { status: 200, body: JSON.stringify({ keys }) } : null);
    const { page } = await signIn('', fresh);
    expect([page.status, headingOf(page.text)]).toEqual([
      403,
      'The answer of the sign-in service cannot be used',
    ]);
    await fresh.close();
  });

  it.each(['/.well-known/openid-configuration', '/keys', '/token', '/userinfo'])(
    'signs no one in if its answer at %s is too long',
    async (path) => {
      const fresh = await startTestGateway({
        beside: gateway,
        oidcSettings: oidcSettings(provider.issuer),
      });
      provider.claims = {};
      const long = { ...provider.metadata(), sub: 'u-1', keys: [], more: 'x'.repeat(1024 * 1024) };
      const lengthen = () => {
        provider.answer = (at) => (at === path ? { status: 200, body: JSON.stringify(long) } : null);
      };
      const browser = fresh.browser();
      if (path.startsWith('/.well-known')) {
        lengthen();
        expect((await browser.fetch('/session/oidc')).status).toBe(503);
      } else {
        const asked = await begin(browser);
        lengthen();
        expect((await comeBack(browser, asked)).status).toBe(503);
      }
      expect(fresh.logged.join('')).toMatch(/"kind":"provider-away","details":{.*"reason":".+"/);
      await fresh.close();
    },
  );

  it.each<[string, ShapedProvider['answer']]>([
    ['silent', (path) => (path === '/token' ? 'silence' : null)],
    ['broken', (path) => (path === '/token' ? { status: 502, body: '<html>' } : null)],
  ])('that is %s when the browser comes back has it, too, in time', async (_, answer) => {
    const browser = gateway.browser();
    const asked = await begin(browser);
    provider.answer = answer;
    const page = await comeBack(browser, asked);
    expect([page.status, headingOf(page.text)]).toEqual([
      503,
      'The sign-in service of your organisation does not answer',
    ]);
  });

  it('is asked what it is once', async () => {
    provider.asked = [];
    await signIn();
    await signIn();
    expect(provider.asked).toEqual(['/token', '/token']);
  });
});
