import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuditLog } from '#gateway/audit/audit-log.ts';
import { createTokenSeal } from '#gateway/operations/token-seal.ts';
import { embeddedUpstream } from '#gateway/proxy/upstream.ts';
import { issueToken } from '#service/commands/issue-token.ts';
import { runOn } from '#tests/support/command.ts';
import { ORIGIN, SECRET, startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { begin, comeBack, headingOf, loans, sessionOf, signInAt } from '#tests/support/provider-sign-in.ts';
import { CRESTLINE, HARBOUR } from '#tests/support/service.ts';
import { oidcSettings, type ShapedProvider, startShapedProvider } from '#tests/support/shaped-provider.ts';

let provider: ShapedProvider;
let gateway: TestGateway;
/** Access tokens that the service refuses although it has them stored. */
let refused: string[] = [];
beforeAll(async () => {
  provider = await startShapedProvider();
  gateway = await startTestGateway({
    oidcSettings: oidcSettings(provider.issuer),
    signInsPerMinute: 0,
    tokenSource: { freshMs: 0 },
    async upstream(request) {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      if (!refused.includes(token)) return await embeddedUpstream(gateway.service.fetch)(request);
      const body = new TextEncoder().encode('{"status":"error","message":"No."}');
      return { status: 401, contentType: 'application/json', retryAfter: null, body };
    },
  });
  await gateway.organisations.keep('Crestline', CRESTLINE);
});
afterAll(async () => {
  await gateway.close();
  await provider.close();
});
beforeEach(async () => {
  provider.claims = { roles: ['operations'] };
  await gateway.service.database.pool.query('delete from desk.provider_sign_out');
});
afterEach(() => {
  refused = [];
});

const signIn = async (query = '', at = gateway) => await signInAt(at, query);

async function lastRecord() {
  const { rows } = await gateway.service.database.pool.query(
    'select owner, action, who, result, details from desk.audit order by at desc, number desc limit 1',
  );
  return rows[0];
}

describe('organisations', () => {
  it('of someone who has two are a choice, which is kept in the session', async () => {
    const both = await startTestGateway({
      beside: gateway,
      oidcSettings: oidcSettings(provider.issuer, { organisation: { claim: 'org' } }),
    });
    await both.organisations.keep('Harbour', HARBOUR);
    provider.claims = { roles: ['creditor'], org: ['Crestline', 'Harbour'] };
    const { browser, page } = await signIn('?to=/loans', both);
    expect(headingOf(page.text)).toBe('Choose an organisation');
    expect(await sessionOf(browser)).toBeNull();
    const [, harbour = ''] = [...page.text.matchAll(/href="\/session\/oidc([^"]+)"/g)].map(
      ([, query = '']) => query,
    );
    await comeBack(browser, await begin(browser, harbour.replaceAll('&amp;', '&')));
    expect((await sessionOf(browser)).label).toBe('Harbour Credit');
    const page2 = await comeBack(browser, await begin(browser, '?organisation=Elsewhere'));
    expect(headingOf(page2.text)).toBe('You do not belong to this organisation');
    provider.claims = { roles: ['creditor'] };
    expect(headingOf((await signIn('', both)).page.text)).toBe('You belong to no organisation here');
    provider.claims.org = 'Elsewhere';
    expect(headingOf((await signIn('', both)).page.text)).toBe('Your organisation is not set up yet');
    await both.close();
  });

  it('may change their access token while people are signed in', async () => {
    const { browser } = await signIn();
    expect((await loans(browser)).status).toBe(200);
    const { rows } = await gateway.service.database.pool.query(
      'select token from desk.organisation where name = $1',
      ['Crestline'],
    );
    expect(rows[0].token).not.toContain(CRESTLINE);
    refused = [CRESTLINE];
    const failure = await loans(browser);
    expect(failure.status).toBe(503);
    expect(await failure.json()).toMatchObject({
      code: 'ORGANISATION_TOKEN',
      message: expect.stringMatching(/Ask the person who runs Pledge/),
    });
    expect(await (await browser.fetch('/journal')).json()).toMatchObject({ code: 'ORGANISATION_TOKEN' });
    expect(await sessionOf(browser)).not.toBeNull();
    refused = [];
    expect((await loans(browser)).status).toBe(200);
    await gateway.organisations.keep('Crestline', HARBOUR);
    // Of another organisation: the session may not see what is that one's.
    expect((await loans(browser)).status).toBe(401);
    await gateway.organisations.keep('Crestline', CRESTLINE);
    const again = await signIn();
    expect((await loans(again.browser)).status).toBe(200);
  });
});

describe('an export', () => {
  it('goes on when the organisation’s access token is replaced and the old one is revoked', async () => {
    provider.claims = { roles: ['approver'] };
    const { browser } = await signIn();
    const { pool } = gateway.service.database;
    const { owner } = (await gateway.organisations.credentialOf('Crestline')).owner;
    const items = Array.from({ length: 3_000 }, () => ({ owner, action: 'closure' as const, who: null }));
    await createAuditLog({ pool, clock: Date.now }).append(items);
    const reader = (await browser.fetch('/desk/log.csv')).body?.getReader();
    await reader?.read();
    const issued = await runOn(gateway.service.database, issueToken, ['--organisation', 'Crestline']);
    await gateway.organisations.keep('Crestline', issued.at(-1) ?? '');
    refused = [CRESTLINE];
    while (!(await reader?.read())?.done);
    refused = [];
    await gateway.organisations.keep('Crestline', CRESTLINE);
  });
});

describe('what waits for hours', () => {
  it('uses the access token that its organisation has by then, and never one of another', async () => {
    await signIn();
    const tokens = createTokenSeal([SECRET], gateway.organisations);
    const [waiting, own] = [tokens.seal(CRESTLINE), tokens.seal('of-a-person')];
    const { owner } = (await gateway.organisations.credentialOf('Crestline')).owner;
    expect(await tokens.currentToken(owner, waiting)).toBe(CRESTLINE);
    expect(tokens.ownToken(waiting)).toBeNull();
    await gateway.organisations.keep('Crestline', HARBOUR);
    const other = (await gateway.organisations.credentialOf('Crestline')).owner.owner;
    expect(await tokens.currentToken(other, waiting)).toBe(HARBOUR);
    expect(await tokens.currentToken(owner, waiting)).toBeNull();
    expect(await tokens.currentToken(owner, own)).toBe('of-a-person');
    expect(tokens.ownToken(own)).toBe('of-a-person');
    await gateway.organisations.keep('Crestline', CRESTLINE);
  });
});

describe('signing out', () => {
  it('of Pledge leads to the provider, which comes back to the front page', async () => {
    const { browser } = await signIn();
    const response = await browser.fetch('/session', { method: 'DELETE' });
    const { data } = await response.json();
    const address = new URL(data.endSessionAt);
    expect(address.origin + address.pathname).toBe(`${provider.issuer}/end`);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/`);
    expect(address.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
    expect(data.session).toBeNull();
  });

  it('of Pledge leads to an address that servers take, however many roles the ID token has', async () => {
    provider.claims.roles = Array.from({ length: 10_000 }, (_, nth) => `group-${nth}`);
    const { browser } = await signIn();
    const { data } = await (await browser.fetch('/session', { method: 'DELETE' })).json();
    expect(data.endSessionAt).toContain('client_id=pledge');
    expect(data.endSessionAt.length).toBeLessThan(8_000);
  });

  const logoutClaims = (more: Record<string, unknown>) => {
    const at = Math.floor(Date.now() / 1_000);
    return {
      iss: provider.issuer,
      aud: 'pledge',
      iat: at,
      exp: at + 120,
      jti: String(Math.random()),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...more,
    };
  };
  async function report(claims: object, at = gateway, typ = 'logout+jwt'): Promise<number> {
    const logoutToken = await provider.sign(JSON.parse(JSON.stringify(claims)), typ);
    const response = await at.gateway(
      new Request(`${ORIGIN}/session/oidc/logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ logout_token: logoutToken }),
      }),
    );
    return response.status;
  }

  it('of Pledge doesn’t wait for a provider that is silent', async () => {
    const fresh = await startTestGateway({ beside: gateway, oidcSettings: oidcSettings(provider.issuer) });
    const { browser: began } = await signIn();
    const [browser, copy] = [fresh.browser(), fresh.browser()];
    for (const [name, value] of began.cookies) {
      browser.cookies.set(name, value);
      copy.cookies.set(name, value);
    }
    let isAsked = false;
    provider.answer = () => {
      isAsked = true;
      return 'silence';
    };
    const signedOut = browser.fetch('/session', { method: 'DELETE' });
    await expect.poll(() => isAsked).toBe(true);
    expect(await sessionOf(copy)).toBeNull();
    expect((await signedOut).status).toBe(200);
    provider.answer = null;
    await fresh.close();
  });

  it('of Pledge ends there if the address at the provider is none', async () => {
    const fresh = await startTestGateway({ beside: gateway, oidcSettings: oidcSettings(provider.issuer) });
    const metadata = JSON.stringify({ ...provider.metadata(), end_session_endpoint: 'none' });
    provider.answer = (path) => (path.includes('well-known') ? { status: 200, body: metadata } : null);
    const { browser } = await signIn('', fresh);
    provider.answer = null;
    const response = await browser.fetch('/session', { method: 'DELETE' });
    expect([response.status, (await response.json()).data?.endSessionAt]).toEqual([200, undefined]);
    await fresh.close();
  });

  it('at the provider ends the session that began there, at every gateway', async () => {
    const beside = await startTestGateway({ beside: gateway, oidcSettings: oidcSettings(provider.issuer) });
    provider.claims.sid = 's-1';
    const one = (await signIn()).browser;
    provider.claims.sid = 's-2';
    const other = (await signIn()).browser;
    expect(await report(logoutClaims({ sid: 's-1', sub: 'u-1' }), beside)).toBe(200);
    await gateway.hearSignOuts();
    expect(await sessionOf(one)).toBeNull();
    expect(await sessionOf(other)).not.toBeNull();
    expect(await lastRecord()).toMatchObject({
      action: 'session-ended',
      who: null,
      details: { by: 'identity provider', name: 'Ruth Kamau' },
    });
    expect(await report(logoutClaims({ sub: 'u-1' }), beside)).toBe(200);
    await gateway.hearSignOuts();
    expect(await sessionOf(other)).toBeNull();
    await beside.close();
  });

  it.each([{ sub: 'u-1' }, { sid: 's-3' }])(
    'at the provider ends a sign-in that is under way (%j)',
    async (of) => {
      const beside = await startTestGateway({ beside: gateway, oidcSettings: oidcSettings(provider.issuer) });
      provider.claims.sid = 's-3';
      provider.makeToken = async (claims) => {
        const token = await provider.sign(claims);
        expect(await report(logoutClaims(of), beside)).toBe(200);
        return token;
      };
      const { browser, page } = await signIn();
      provider.makeToken = null;
      expect(headingOf(page.text)).toBe('This sign-in was not completed');
      expect(await sessionOf(browser)).toBeNull();
      provider.claims.iat = Math.floor(Date.now() / 1_000) + 1;
      expect(await sessionOf((await signIn()).browser)).not.toBeNull();
      await beside.close();
    },
  );

  it('at the provider leaves a session that began after it, also if it is reported late or again', async () => {
    const at = Math.floor(Date.now() / 1_000);
    provider.claims.iat = at - 60;
    const { browser: earlier } = await signIn();
    provider.claims.iat = at - 20;
    const { browser: later } = await signIn();
    for (const jti of ['first', 'again']) {
      expect(await report(logoutClaims({ sub: 'u-1', iat: at - 30, jti }))).toBe(200);
      expect([await sessionOf(earlier), await sessionOf(later)]).toEqual([null, expect.anything()]);
    }
  });

  it.each<[string, Record<string, unknown>, string?]>([
    ['is of another type', { sub: 'u-1' }, 'JWT'],
    ['names no one', {}],
    ['is an ID token', { sub: 'u-1', nonce: 'n' }],
    ['is about something else', { sub: 'u-1', events: { other: {} } }],
    ['is for another application', { sub: 'u-1', aud: 'other' }],
    ['is from another provider', { sub: 'u-1', iss: 'https://evil.example' }],
    ['is old', { sub: 'u-1', iat: 1_600_000_000, exp: 1_600_000_100 }],
    ['has no id', { sub: 'u-1', jti: undefined }],
  ])('is not believed if its token %s', async (_, more, typ) => {
    const { browser } = await signIn();
    expect(await report(logoutClaims(more), gateway, typ)).toBe(400);
    expect(await sessionOf(browser)).not.toBeNull();
  });
});

describe('a report of a sign-out', () => {
  it('that is no form is refused', async () => {
    const headers = { 'content-type': 'multipart/form-data' };
    const path = '/session/oidc/logout';
    const { status } = await gateway.browser().fetch(path, { method: 'POST', headers, body: 'x' });
    expect(status).toBe(400);
  });
});

describe('a later sign-in', () => {
  it('with fewer roles ends the earlier sessions, which had more', async () => {
    provider.claims = { roles: ['administrator'] };
    const { browser: earlier } = await signIn();
    expect((await earlier.fetch('/desk/people')).status).toBe(200);
    provider.claims = { roles: ['analyst'] };
    const { browser: later } = await signIn();
    expect((await sessionOf(later)).roles).toEqual(['analyst']);
    expect((await earlier.fetch('/desk/people')).status).toBe(401);
    expect((await later.fetch('/journal')).status).toBe(200);
    const { rows } = await gateway.service.database.pool.query(
      `select details from desk.audit where action = 'session-ended' order by number desc limit 1`,
    );
    expect(rows).toEqual([{ details: { by: 'fewer roles', name: 'Ruth Kamau' } }]);
  });

  it('with the same roles, or more, ends none in another browser', async () => {
    const { browser: earlier } = await signIn();
    provider.claims = { roles: ['operations', 'approver'] };
    await signIn();
    expect(await sessionOf(earlier)).not.toBeNull();
  });

  it('ends the session that it replaces, whose cookie doesn’t come back with it from another site', async () => {
    const { browser } = await signIn();
    const replaced = gateway.browser();
    for (const [name, value] of browser.cookies) replaced.cookies.set(name, value);
    const asked = await begin(browser, '?recent=1');
    browser.cookies.delete('pledge-session');
    await comeBack(browser, asked);
    expect(await sessionOf(browser)).not.toBeNull();
    expect(await sessionOf(replaced)).toBeNull();
  });
});

describe('access tokens', () => {
  it('that are refused leave a refused permission its headers and its place in the logs', async () => {
    const { browser } = await signIn();
    refused = [CRESTLINE];
    gateway.logged.length = 0;
    const { status, headers } = await browser.fetch('/desk/people');
    const shown = ['cache-control', 'x-content-type-options'].map((name) => headers.get(name));
    expect([status, ...shown]).toEqual([403, 'no-store', 'nosniff']);
    expect(headers.get('content-security-policy')).not.toBeNull();
    expect(headers.get('x-request-id')).not.toBeNull();
    expect(gateway.logged.join()).toContain('"path":"/desk/people"');
    expect(await lastRecord()).toMatchObject({ action: 'permission-refused' });
  });

  it('sign no one in where they are switched off', async () => {
    const strict = await startTestGateway({
      beside: gateway,
      oidcSettings: oidcSettings(provider.issuer),
      tokenSignIn: false,
    });
    const browser = strict.browser();
    const response = await browser.signIn();
    expect([response.status, (await response.json()).code]).toEqual([403, 'TOKEN_SIGN_IN_OFF']);
    const { data } = await (await browser.fetch('/session')).json();
    expect(data).toMatchObject({ signIn: { organisation: true, token: false }, demoSignIns: [] });
    await strict.close();
  });
});
