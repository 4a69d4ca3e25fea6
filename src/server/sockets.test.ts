import { afterAll, describe, expect, it, vi } from 'vitest';
import { connectRaw, exchange, type RawConnection } from '#tests/support/raw.ts';
import { SOCKET_LIMITS, type SocketLimits, socketLimits } from './limits.ts';
import { type Listening, listen } from './listen.ts';

const QUICK: SocketLimits = {
  headersMs: 300,
  requestMs: 600,
  idleMs: 400,
  uselessMs: 900,
  unreadMs: 500,
  checkMs: 50,
  maxConnections: 100,
};

/** Limits that end no connection, however busy the machine is: for all that isn't about time. */
const PATIENT: SocketLimits = {
  headersMs: 60_000,
  requestMs: 60_000,
  idleMs: 60_000,
  uselessMs: 60_000,
  unreadMs: 60_000,
  checkMs: 50,
  maxConnections: 1_000,
};

/** The longest limit, and extra time for a busy machine. */
const GONE_MS = QUICK.uselessMs + 5_000;
const LONG = { timeout: 20_000 };

const listenings: Listening[] = [];
const opened: RawConnection[] = [];

afterAll(async () => {
  for (const { socket } of opened) socket.destroy();
  for (const { stopAccepting } of listenings) stopAccepting();
  for (const { finish } of listenings) await finish();
});

async function serve(
  fetch: (request: Request) => Promise<Response> | Response = () => new Response('fine'),
  limits: Partial<SocketLimits> = {},
): Promise<number> {
  const address = { port: 0, host: '127.0.0.1' };
  const listening = await listen(async (request) => await fetch(request), address, { ...PATIENT, ...limits });
  listenings.push(listening);
  return listening.port;
}

async function open(port: number, text?: string): Promise<RawConnection> {
  const connection = await connectRaw(port, text);
  opened.push(connection);
  return connection;
}

/** The status and the error's message of an answer; throws if its body isn't the envelope. */
function refusalOf(answer: string): { status: number; message: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const { status, message, ...rest } = JSON.parse(body);
  expect({ status, rest }).toEqual({ status: 'error', rest: {} });
  expect(message).toMatch(/^[A-Z].*\.$/s);
  expect(head).toMatch(/^content-type: application\/json$/im);
  expect(head).toMatch(/^connection: close$/im);
  expect(head).toMatch(new RegExp(`^content-length: ${body.length}$`, 'im'));
  return { status: Number(/^HTTP\/1\.1 (\d+) /.exec(head)?.[1]), message };
}

describe.concurrent('a connection', () => {
  it('in production is gone within 30 seconds if it sends nothing useful', () => {
    const { headersMs, requestMs, idleMs, uselessMs, checkMs } = SOCKET_LIMITS;
    for (const ms of [headersMs, requestMs, idleMs, uselessMs]) expect(ms + checkMs).toBeLessThan(30_000);
    expect(socketLimits(4_000, 65_536).maxConnections).toBe(4_000);
    expect(socketLimits(4_000, 400).maxConnections).toBe(200);
  });

  it.each([
    ['says nothing', ''],
    ['says one empty line', '\r\n'],
    ['begins a request', 'GET / HT'],
    ['never ends its headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['says what is no HTTP', 'no request at all\r\n\r\n'],
    ['never ends its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf'],
    ['has had its answer', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    [
      'asked for another protocol',
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
  ])('that %s is closed, also if the other side keeps its own end open', async (_, text) => {
    const port = await serve(async (request) => new Response(await request.text()), QUICK);
    const connection = await open(port, text);
    expect((await connection.closed).ms).toBeLessThan(GONE_MS);
    await connection.gone();
  });

  it.each([
    ['a header', '', 'X-A: b\r\n'],
    ['a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n', 'x'],
    ['empty lines', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', '\r\n'],
    ['refused bytes', 'no request at all\r\n\r\n', 'x'],
  ])('that sends %s bit by bit is closed all the same', async (_, first, bit) => {
    const port = await serve(async (request) => new Response(await request.text()), QUICK);
    const connection = await open(port, first || 'GET / HTTP/1.1\r\n');
    const drip = setInterval(() => connection.socket.write(bit), 40);
    const { ms } = await connection.closed;
    clearInterval(drip);
    expect(ms).toBeLessThan(GONE_MS);
  });

  it('stays for the next request, and each has the full time', async () => {
    // Longer limits than elsewhere: a busy machine may make each pause longer by two seconds.
    const limits = { headersMs: 3_000, requestMs: 3_000, idleMs: 3_000, uselessMs: 3_000, unreadMs: 500 };
    const port = await serve(async (request) => new Response(await request.text()), limits);
    const connection = await open(port);
    for (let nth = 1; nth <= 4; nth++) {
      connection.socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      connection.socket.write('cd');
      await connection.until(new RegExp(`(abcd.*){${nth}}`, 's'));
    }
  });

  it('that waits for its answer longer than all limits gets it', async () => {
    const port = await serve(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return new Response('late');
    }, QUICK);
    const connection = await open(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await connection.until(/late/)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('that listens to events stays, however quiet they are', async () => {
    let say: (text: string) => void = () => {};
    const port = await serve(
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              say = (text) => controller.enqueue(new TextEncoder().encode(text));
              say('data: first\n\n');
            },
          }),
          { headers: { 'content-type': 'text/event-stream' } },
        ),
      QUICK,
    );
    const connection = await open(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await connection.until(/first/);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    say('data: second\n\n');
    await connection.until(/second/);
  });

  it('that reads a large answer slowly gets all of it', async () => {
    const size = 24 * 1024 * 1024;
    // So slowly that it takes longer than the limit. The system's buffers hold less than what is read within that.
    const [unreadMs, bytesPerMs] = [4_000, 5_000];
    const port = await serve(() => new Response(Buffer.alloc(size, 120)), { unreadMs });
    const connection = await open(port);
    let came = 0;
    const started = performance.now();
    connection.socket.removeAllListeners('data');
    connection.socket.on('data', (chunk) => {
      came += chunk.length;
      // By the time that has passed: a busy machine, whose timers are late, makes it no slower.
      const early = started + came / bytesPerMs - performance.now();
      if (early <= 0) return;
      connection.socket.pause();
      setTimeout(() => connection.socket.resume(), early);
    });
    connection.socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const { ms } = await connection.closed;
    expect(ms).toBeGreaterThan(unreadMs);
    expect(came).toBeGreaterThan(size);
  });

  it('that stops reading a large answer is closed', async () => {
    let isClosed = false;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(256 * 1024)),
        cancel: () => {
          isClosed = true;
        },
      });
    const port = await serve(() => new Response(endless()), { unreadMs: 400 });
    const connection = await open(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await connection.until(/^HTTP/);
    connection.socket.pause();
    await vi.waitUntil(() => isClosed, LONG);
    connection.socket.resume();
    await connection.closed;
  });

  it('beyond the most there may be takes the place of the one that was of no use for longest', async () => {
    let asked = 0;
    const answer = async (request: Request) => {
      asked += 1;
      return new Response(await request.text());
    };
    const port = await serve(answer, { maxConnections: 10 });
    const half = await open(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na');
    await vi.waitUntil(() => asked === 1, LONG);
    for (let nth = 0; nth < 30; nth++) await open(port);
    expect(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200 /,
    );
    expect((await half.closed).text).toBe('');
  });

  it('beyond the most there may be is closed itself if all others wait for their answers', async () => {
    let finish: () => void = () => {};
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let asked = 0;
    const answer = async () => {
      asked += 1;
      await done;
      return new Response('fine');
    };
    const port = await serve(answer, { maxConnections: 3 });
    const text = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const waiting = await Promise.all([open(port, text), open(port, text), open(port, text)]);
    await vi.waitUntil(() => asked === 3, LONG);
    expect((await (await open(port, text)).closed).text).toBe('');
    finish();
    for (const { closed } of waiting) expect((await closed).text).toMatch(/^HTTP\/1\.1 200 .*fine$/s);
  });
});

describe.concurrent('an answer with the envelope', () => {
  const HEAD = 'Host: a\r\n\r\n';
  it.each([
    [400, 'bytes that are no HTTP', 'no request at all\r\n\r\n'],
    [400, 'a negative length', `POST / HTTP/1.1\r\nContent-Length: -1\r\n${HEAD}`],
    [400, 'two lengths', `POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${HEAD}`],
    [400, 'no Host', 'GET / HTTP/1.1\r\n\r\n'],
    [400, 'no Host, by HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
    [400, 'an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n'],
    [400, 'a Host with a space', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
    [400, 'a Host that is no name', 'GET / HTTP/1.1\r\nHost: [\r\n\r\n'],
    [400, 'a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
    [400, 'two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    [400, 'OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HEAD}`],
    [400, 'an address that is no path', `GET ftp://a/b HTTP/1.1\r\n${HEAD}`],
    [405, 'CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'],
    [408, 'headers that never end', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    [408, 'a body that never ends', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf'],
    [417, 'an Expect that nobody knows', `GET / HTTP/1.1\r\nExpect: miracles\r\n${HEAD}`],
    [431, 'an address that is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HEAD}`],
    [431, 'headers that are too long', `GET / HTTP/1.1\r\nX-A: ${'b'.repeat(20_000)}\r\n${HEAD}`],
  ])('is a %i for %s', async (status, _, text) => {
    const limits = status === 408 ? QUICK : PATIENT;
    const port = await serve(async (request) => new Response(await request.text()), limits);
    const answer = refusalOf(await exchange(port, text));
    expect(answer.status).toBe(status);
    expect(answer.message).not.toMatch(/node|hpe_|parse/i);
  });

  it('reaches a client that is still sending a megabyte', async () => {
    const port = await serve();
    const text = `GET / HTTP/1.1\r\n${`X-A: ${'b'.repeat(1_000)}\r\n`.repeat(1_000)}\r\n`;
    expect(refusalOf(await exchange(port, text)).status).toBe(431);
  });

  it('never replaces the answer to a request that came before', async () => {
    let finish: (() => void) | null = null;
    const port = await serve(
      async () =>
        await new Promise<Response>((resolve) => {
          finish = () => resolve(new Response('the real answer'));
        }),
    );
    const connection = await open(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\nno request at all\r\n\r\n');
    // What follows the request has been read by then, too.
    const answer = await vi.waitUntil(() => finish, LONG);
    expect(connection.text()).toBe('');
    answer();
    const { text } = await connection.closed;
    expect(text).toMatch(/^HTTP\/1\.1 200 .*connection: close.*the real answer$/is);
  });

  it('is given to each of several requests at once, in turn and in order', async () => {
    let running = 0;
    const port = await serve(async (request) => {
      running += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      const most = running;
      running -= 1;
      return new Response(`${new URL(request.url).pathname} ${most};`);
    });
    const texts = Array.from({ length: 16 }, (_, nth) => `GET /${nth} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const connection = await open(port, texts.join(''));
    await connection.until(/\/15 1;/);
    expect(connection.text().match(/\/\d+ \d;/g)).toEqual(texts.map((_, nth) => `/${nth} 1;`));
  });

  it('is not prepared for a client that sends many requests at once and reads nothing', async () => {
    let asked = 0;
    const port = await serve(() => {
      asked += 1;
      return new Response(Buffer.alloc(8 * 1024 * 1024, 120));
    });
    const some = await open(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(16));
    some.socket.pause();
    const many = await open(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200));
    expect((await many.closed).text.length).toBeLessThan(8 * 1024 * 1024);
    expect(asked).toBeLessThanOrEqual(2);
  });

  it('is a 500 that tells nothing if the server fails', async () => {
    const port = await serve(() => {
      throw new Error('secret place');
    });
    const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(refusalOf(answer).status).toBe(500);
    expect(answer).not.toContain('secret');
  });
});

it('300 bad lines leave no connection behind', async () => {
  const port = await serve();
  const connections = await Promise.all(Array.from({ length: 300 }, () => open(port, 'bad\r\n\r\n')));
  for (const { closed } of connections) expect(refusalOf((await closed).text).status).toBe(400);
  await Promise.all(connections.map(({ gone }) => gone()));
});
