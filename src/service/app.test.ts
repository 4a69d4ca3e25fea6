import { request } from 'node:http';
import { connect } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#contract/contract.ts';
import { listen } from '#server/listen.ts';
import { createService } from '#service/app.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { CRESTLINE, HARBOUR, startTestService, type TestService } from '#tests/support/service.ts';

const authorization = `Bearer ${CRESTLINE}`;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('the addresses that anybody may ask', () => {
  it('say that the service is alive and ready', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect(await service.send(path)).toMatchObject({ status: 200, body: { status: 'success' } });
    }
    expect(service.logged.join('')).not.toContain('/healthz');
  });

  it('describe the interface in valid OpenAPI, with every endpoint', async () => {
    const { status, headers, body } = await service.send('/openapi.json');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    const paths = Object.values(contract).map(({ path }) => path);
    expect(Object.keys(body.paths).sort()).toEqual(paths.sort());
    expect(await new Validator().validate(body)).toMatchObject({ valid: true });
  });
});

it('every address says 503 while the database is away or lets nobody in, and nothing of why', async () => {
  const asked = ['57P01', '28P01', '28000', '3D000'].flatMap((code) =>
    ['/readyz', '/v1/api/tokens'].map(async (path) => {
      const query = async () => {
        throw Object.assign(new Error('secret place'), { code });
      };
      const db = { query, connect: query } as never;
      const fetch = createService({ db, log: pino({ level: 'silent' }) });
      const response = await fetch(new Request(`http://service.test${path}`, { headers: { authorization } }));
      expect([code, path, response.status]).toEqual([code, path, 503]);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.text()).not.toContain('secret place');
    }),
  );
  await Promise.all(asked);
});

describe('every answer', () => {
  it('carries the caller’s request id where it has a sound one, and a new one otherwise', async () => {
    const idOf = async (given?: string) => {
      const headers = { authorization, ...(given && { 'x-request-id': given }) };
      return (await service.send('/v1/api/tokens', { headers })).headers.get('x-request-id');
    };
    expect(await idOf('abc-123_DEF.4')).toBe('abc-123_DEF.4');
    expect(service.logged.at(-1)).toContain('"requestId":"abc-123_DEF.4"');
    for (const bad of [undefined, 'short', 'x'.repeat(65), 'has blanks in it', 'quotes"and{braces}']) {
      expect(await idOf(bad)).toMatch(/^[0-9a-f]{24}$/);
    }
    expect(await idOf()).not.toBe(await idOf());
  });

  it('carries no request id of a stranger unless a proxy in front is trusted', async () => {
    const headers = { authorization, 'x-request-id': 'abc-123_DEF.4' };
    const request = () => new Request('http://service.test/v1/api/tokens', { headers });
    const idAt = async (fetch: TestService['fetch']) =>
      (await fetch(request(), '203.0.113.7')).headers.get('x-request-id');
    expect(await idAt(service.fetch)).toMatch(/^[0-9a-f]{24}$/);
    const trusting = await startTestService({ trustProxy: true });
    expect(await idAt(trusting.fetch)).toBe('abc-123_DEF.4');
    await trusting.close();
  });

  it('is never to be stored, whether it succeeds or not', async () => {
    for (const path of ['/v1/api/tokens', '/v1/api/tokens?page=0', '/nowhere', '/healthz', '/openapi.json']) {
      const { headers } = await service.send(path, { headers: { authorization } });
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('is logged in one line: method, path without its query, status', async () => {
    const before = service.logged.length;
    await service.send('/v1/api/token/search?name=private%20words', { headers: { authorization } });
    const lines = service.logged.slice(before).map((line) => JSON.parse(line));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ method: 'GET', path: '/v1/api/token/search', status: 200 });
    expect(JSON.stringify(lines)).not.toContain('private');
  });

  it('that is a failure of ours is logged with its cause, without what the request carried', async () => {
    const own = await startTestService();
    const body = { ...loanBody(await lendingOf(own, 'Crestline', 'NGN')), account_number: '0123456789' };
    await own.database.pool.query('alter table service.loan add check (bank_name is not null) not valid');
    expect((await own.call('createLoan', { body })).status).toBe(500);
    const log = own.logged.join('');
    expect(JSON.parse(own.logged.at(-2) ?? '')).toMatchObject({
      msg: 'a request failed',
      requestId: expect.any(String),
      failure: {
        code: '23514',
        constraint: 'loan_bank_name_check',
      },
    });
    expect(log).toMatch(/loans\/repository/);
    for (const value of ['0123456789', body.user_id, body.amount]) expect(log).not.toContain(value);
    await own.close();
  });

  it('to HEAD is the one to GET without its body', async () => {
    const response = await service.fetch(
      new Request('http://service.test/v1/api/tokens', { method: 'HEAD', headers: { authorization } }),
    );
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('a limit of requests a minute', () => {
  it('refuses with 429 until the bucket refills, each client by itself', async () => {
    let now = Date.UTC(2031, 0, 1);
    const own = await startTestService({ requestsPerMinute: 6, clock: () => now });
    const ask = (token = CRESTLINE) => own.call('getLoanConfiguration', { token });
    for (let nth = 0; nth < 6; nth++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(refused.body).toEqual({ status: 'error', message: expect.stringContaining('at most 6 a minute') });
    expect((await ask(HARBOUR)).status).toBe(200);
    now += 9_900;
    expect((await ask()).headers.get('retry-after')).toBe('1');
    now += 100;
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    now += 3_600_000;
    for (let nth = 0; nth < 6; nth++) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    // A clock that is put right by an hour makes no one wait for that hour.
    now -= 3_600_000;
    expect((await ask()).headers.get('retry-after')).toBe('10');
    await own.close();
  });
});

describe('over real connections', () => {
  /** Sends the bytes of a request as they are, and returns the bytes of the answer. */
  const raw = (port: number, text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('end', () => resolve(answer));
      socket.on('error', reject);
    });

  it('hostile request lines and hosts are refused, and the service stays', async () => {
    const listening = await listen(service.fetch, { port: 0, host: '127.0.0.1' });
    const { port } = listening;
    const head = `Host: a\r\nAuthorization: ${authorization}\r\nConnection: close\r\n`;
    for (const text of [
      `GET /v1/api/token/%ZZ HTTP/1.1\r\n${head}\r\n`,
      `GET /v1/api/tokens?page=%ZZ HTTP/1.1\r\n${head}\r\n`,
      `GET //v1/api/tokens HTTP/1.1\r\n${head}\r\n`,
      `GET /v1/api/../../etc/passwd HTTP/1.1\r\n${head}\r\n`,
      `GET http://[/ HTTP/1.1\r\n${head}\r\n`,
      `GET /v1/api/tokens HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`,
      `GET /v1/api/tokens HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n`,
      `OPTIONS * HTTP/1.1\r\n${head}\r\n`,
      `POST /v1/api/credit/loan HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: -1\r\n\r\n`,
      `no request at all\r\n\r\n`,
    ]) {
      const answer = await raw(port, text);
      expect(answer, text).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer).not.toMatch(/node_modules|\.ts:|\.js:/);
    }
    const chunked = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const call = request({ port, path: '/v1/api/credit/loan', method: 'POST', headers }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
      call.on('error', reject);
      for (let nth = 0; nth < 20; nth++) call.write(Buffer.alloc(8_192, 32));
      call.end();
    });
    expect(chunked).toBe(413);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    listening.stopAccepting();
    await listening.finish();
  });
});
