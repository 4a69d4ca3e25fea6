import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract, endpointNames, pathTo } from '#contract/contract.ts';
import { startTestGateway, type TestBrowser, type TestGateway, withKey } from '#tests/support/gateway.ts';
import { embeddedUpstream, type Upstream, UpstreamFault, type UpstreamReply } from './upstream.ts';

let gateway: TestGateway;
let browser: TestBrowser;
/** Sits at the network's edge: responds in the service's place while it is set. */
let edge: Upstream | null = null;
const sent = vi.fn<(target: string, headers: Record<string, string>) => void>();

beforeAll(async () => {
  let real: Upstream | undefined;
  gateway = await startTestGateway({
    upstream: async (request) => {
      sent(request.target, request.headers);
      real ??= embeddedUpstream(gateway.service.fetch);
      return await (edge ?? real)(request);
    },
    parameterNames: { listTokens: { limit: 'per_page', investment_type: 'kind' } },
  });
  browser = gateway.browser();
  await browser.signIn();
});
afterAll(() => gateway.close());

const reply = (body: string, parts: Partial<UpstreamReply> = {}): Upstream => {
  return async () => ({
    status: 200,
    contentType: 'application/json',
    retryAfter: null,
    body: new TextEncoder().encode(body),
    ...parts,
  });
};

async function through(upstream: Upstream, path = '/v1/api/tokens', init?: RequestInit) {
  edge = upstream;
  try {
    const response = await browser.fetch(path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  } finally {
    edge = null;
  }
}

describe('forwarding', () => {
  it('forwards all ten endpoints, and nothing without a session', async () => {
    expect(endpointNames).toHaveLength(10);
    for (const name of endpointNames) {
      const { method, path } = contract[name];
      const address = pathTo(path, { id: 'm', orderId: 'o', tokenId: 't' });
      sent.mockClear();
      const anonymous = await gateway.browser().fetch(address, { method });
      expect(anonymous.status).toBe(401);
      expect(await anonymous.json()).toMatchObject({ status: 'error', code: 'SESSION_REQUIRED' });
      expect(sent).not.toHaveBeenCalled();
      const json = {
        method,
        headers: { 'content-type': 'application/json', ...withKey() },
        ...(method === 'POST' && { body: '{}' }),
      };
      const response = await browser.fetch(address, json);
      expect([200, 400, 404, 415]).toContain(response.status);
      expect(sent).toHaveBeenCalledTimes(1);
    }
  });

  it.each([
    '/v1/api',
    '/v1/api/admin',
    '/v1/api/tokens/x',
    '/v1/api/token/',
    '/v1/api/../healthz',
    '/v1/api/token/%2e%2e',
    '/v2/api/tokens',
  ])('takes nothing else: %s', async (path) => {
    sent.mockClear();
    const response = await browser.fetch(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ status: 'error' });
    expect(sent).not.toHaveBeenCalled();
  });

  it('sends the token, a request id and no header of the browser’s', async () => {
    sent.mockClear();
    await browser.fetch('/v1/api/tokens', {
      headers: { 'x-forwarded-for': '10.0.0.1', authorization: 'Bearer other', 'accept-language': 'fr' },
    });
    const headers = sent.mock.calls[0]?.[1] ?? {};
    expect(Object.keys(headers).sort()).toEqual(['accept', 'authorization', 'user-agent', 'x-request-id']);
    expect(headers.authorization).toBe('Bearer pledge_demo_crestline');
  });

  it('gives parameters the names that the service knows, and drops those that the contract doesn’t', async () => {
    sent.mockClear();
    await browser.fetch('/v1/api/tokens?limit=7&page=2&investment_type=debt&admin=true&per_page=9');
    expect(sent.mock.calls[0]?.[0]).toBe('/v1/api/tokens?page=2&per_page=7&kind=debt');
  });

  it('encodes ids so that they stay one segment', async () => {
    sent.mockClear();
    await browser.fetch(`/v1/api/token/${encodeURIComponent('a/../b?x=1#y z')}`);
    expect(sent.mock.calls[0]?.[0]).toBe('/v1/api/token/a%2F..%2Fb%3Fx%3D1%23y%20z');
  });

  it('passes the service’s own refusals as they are', async () => {
    const response = await browser.fetch('/v1/api/token/unknown');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ status: 'error', message: 'tokenId: no such token' });
  });

  it('refuses a body that is too large before the service sees it', async () => {
    sent.mockClear();
    const body = JSON.stringify({ reason: 'x'.repeat(70_000) });
    const response = await browser.fetch('/v1/api/credit/loan', { method: 'POST', body });
    expect(response.status).toBe(413);
    const plain = await browser.fetch('/v1/api/credit/loan', { method: 'POST', body: '{}' });
    expect(plain.status).toBe(415);
    expect(sent).not.toHaveBeenCalled();
  });
});

describe('a service that doesn’t answer as it should', () => {
  const fault = (kind: UpstreamFault['kind']): Upstream => {
    return async () => {
      throw new UpstreamFault(kind);
    };
  };

  it.each([
    ['can’t be reached', fault('unreachable'), 503, 'SERVICE_UNREACHABLE', /Nothing was sent/],
    ['gives no answer in time', fault('timeout'), 504, 'SERVICE_TIMEOUT', /within 2 seconds/],
    ['breaks off', fault('broken'), 502, 'SERVICE_INTERRUPTED', /broke off/],
    ['answers with too much', fault('too-large'), 502, 'SERVICE_UNREADABLE', /too large/],
    [
      'answers HTML',
      reply('<h1>oops</h1>', { contentType: 'text/html' }),
      502,
      'SERVICE_UNREADABLE',
      /text\/html/,
    ],
    [
      'is replaced by a proxy’s error page',
      reply('<h1>Bad gateway</h1>', { status: 502, contentType: 'text/html' }),
      502,
      'SERVICE_UNREADABLE',
      /HTTP 502/,
    ],
  ])('one that %s has its own answer', async (_, upstream, status, code, message) => {
    const answer = await through(upstream);
    expect(answer).toMatchObject({
      status,
      body: { status: 'error', code, message: expect.stringMatching(message) },
    });
    expect(answer.text).not.toContain('<h1>');
  });

  it('one whose JSON is broken, empty or elsewhere has its own answer, for a write an open one', async () => {
    const cancel = () =>
      ['/v1/api/members/m/orders/o/cancel', { method: 'POST', headers: withKey() }] as const;
    const elsewhere = reply('{}', { status: 302 });
    for (const upstream of [reply('<html>'), reply(''), reply('{"status":"succ'), elsewhere]) {
      const read = await through(upstream);
      expect(read).toMatchObject({ status: 502, body: { code: 'SERVICE_UNREADABLE' } });
      expect(read.body.message).not.toMatch(/carried out/);
      const write = await through(upstream, ...cancel());
      expect(write.status).toBe(502);
      expect(write.body.message).toMatch(/not known whether it was carried out/);
    }
  });

  it('shows the words of its failures, and nothing of its inside', async () => {
    const failure = {
      status: 'error',
      message: 'no',
      error_code: 'X',
      stack: 'LEAK',
      error: { deep: 'LEAK' },
    };
    const answer = await through(reply(JSON.stringify(failure), { status: 500 }));
    expect(answer).toMatchObject({ status: 500, body: { status: 'error', message: 'no', error_code: 'X' } });
    expect(answer.text).not.toContain('LEAK');
  });

  it('a write without an answer is said to be open, never repeated', async () => {
    for (const kind of ['timeout', 'broken'] as const) {
      sent.mockClear();
      const answer = await through(fault(kind), '/v1/api/members/m/orders/o/cancel', {
        method: 'POST',
        headers: withKey(),
      });
      expect(answer.body.message).toMatch(/not known whether it was carried out/);
      expect(sent).toHaveBeenCalledTimes(1);
    }
    const answer = await through(fault('unreachable'), '/v1/api/members/m/orders/o/cancel', {
      method: 'POST',
      headers: withKey(),
    });
    expect(answer.body.message).toMatch(/Nothing was sent/);
  });

  it('one that asks for a pause is passed on with the pause', async () => {
    const busy = reply('{"status":"error","message":"slow down"}', { status: 429, retryAfter: '7' });
    const answer = await through(busy);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('7');
    const html = await through(reply('busy', { status: 503, retryAfter: '3', contentType: 'text/plain' }));
    expect(html).toMatchObject({ status: 503, body: { code: 'SERVICE_UNREADABLE' } });
    expect(html.headers.get('retry-after')).toBe('3');
  });

  it('is distinguished from a refused token at sign-in', async () => {
    const states: [Upstream, number, string][] = [
      [fault('unreachable'), 503, 'SERVICE_UNREACHABLE'],
      [fault('timeout'), 504, 'SERVICE_TIMEOUT'],
      [reply('<html>', { contentType: 'text/html' }), 502, 'SERVICE_UNREADABLE'],
      [reply('{"hello":"world"}'), 502, 'SERVICE_UNREADABLE'],
      [reply('{"status":', {}), 502, 'SERVICE_UNREADABLE'],
      [reply('{"status":"error","message":"no"}', { status: 500 }), 502, 'SERVICE_UNREADABLE'],
      [reply('{"status":"error","message":"no"}', { status: 401 }), 401, 'TOKEN_REFUSED'],
      [reply('{"status":"error","message":"no"}', { status: 403 }), 401, 'TOKEN_REFUSED'],
      [reply('{"status":"error","message":"slow"}', { status: 429 }), 429, 'TOO_MANY_ATTEMPTS'],
      [reply('{"status":"error","message":"no"}'), 502, 'SERVICE_UNREADABLE'],
      [reply('{"status":"success","message":"ok"}'), 502, 'SERVICE_UNREADABLE'],
    ];
    for (const [upstream, status, code] of states) {
      edge = upstream;
      const response = await gateway
        .browser()
        .signIn('some_token')
        .finally(() => {
          edge = null;
        });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ code });
    }
  });
});

describe('members', () => {
  it('reach the browser without secrets and provider references', async () => {
    const careless: Upstream = async (request) => {
      const answer = await embeddedUpstream(gateway.service.fetch)(request);
      const body = JSON.parse(new TextDecoder().decode(answer.body));
      for (const { user } of body.data.members) {
        user.two_factor_secret = 'SECRET-1';
        user.temp_two_factor_secret = 'SECRET-2';
        user.provider1_baas_reference = 'prov-ref-1';
      }
      return { ...answer, body: new TextEncoder().encode(JSON.stringify(body)) };
    };
    let seen = 0;
    for (let page = 1; page <= 4; page++) {
      const { text, body } = await through(careless, `/v1/api/member?limit=25&page=${page}`);
      expect(text).not.toMatch(/SECRET-|prov-ref-|two_factor_secret|provider\d|manual_reference/);
      seen += body.data.members.length;
      expect(body.data.members[0].user).toMatchObject({ email: expect.stringContaining('@'), kyc: {} });
    }
    expect(seen).toBe(96);
  });

  it('have masked contact data, whoever asks and whatever the service sends', async () => {
    const { body, text } = await through(embeddedUpstream(gateway.service.fetch), '/v1/api/member?limit=100');
    expect(text).not.toMatch(/[^•"]{2}@/);
    for (const { user } of body.data.members) {
      expect(user.email).toMatch(/^.•••@.•••\.\w+$/u);
      expect(user.phone).toMatch(/^•••\d\d$/);
      expect(user.homeAddress ?? '•••').toBe('•••');
    }
    const odd = [
      { email: 'no address', phone: 234_803, homeAddress: '', username: 'ada@example.com' },
      { email: '', phone: '+234 803 555 0142', homeAddress: null, username: 'ada' },
    ];
    const members = odd.map((user, index) => ({ _id: `m${index}`, user }));
    const answer = await through(
      reply(JSON.stringify({ status: 'success', data: { members } })),
      '/v1/api/member',
    );
    expect(answer.body.data.members.map(({ user }: { user: unknown }) => user)).toEqual([
      { email: '•••', phone: null, homeAddress: '', username: 'a•••@e•••.com' },
      { email: '', phone: '•••42', homeAddress: null, username: 'ada' },
    ]);
  });

  it('lose everything else that a service adds, at any depth', async () => {
    const planted = {
      status: 'success',
      message: 'ok',
      debug: 'LEAK',
      data: {
        page: 1,
        total: { secret: 'LEAK' },
        dump: 'LEAK',
        members: [
          {
            _id: 'm1',
            api_key: 'LEAK',
            status: ['LEAK'],
            user: {
              _id: 'u1',
              email: { raw: 'LEAK' },
              city: null,
              webauthn_secret: 'LEAK',
              kyc: { bank: 'yes', notes: 'LEAK' },
              tour: 'gone',
            },
          },
          'LEAK',
          null,
        ],
      },
    };
    const { body, text } = await through(reply(JSON.stringify(planted)), '/v1/api/member');
    expect(text).not.toContain('LEAK');
    expect(body.data.members[0]).toEqual({
      _id: 'm1',
      user: { _id: 'u1', city: null, kyc: { bank: 'yes' } },
    });
    expect(body.data.members).toHaveLength(3);
  });

  it('that can’t be read don’t pass at all', async () => {
    for (const text of [
      '{"status":"success","data":{"members":[{"two_factor_secret":"LEAK"',
      '["LEAK"]',
      '"LEAK"',
      '',
    ]) {
      const answer = await through(reply(text), '/v1/api/member');
      expect(answer.status).toBe(502);
      expect(answer.text).not.toContain('LEAK');
    }
  });
});
