import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeskEvent } from '#contract/events.ts';
import {
  startTestGateway,
  type TestBrowser,
  type TestGateway,
  WEBHOOK_SECRET,
  withKey,
} from '#tests/support/gateway.ts';
import { cancellationEvent, cancelledOrder, signedHeaders } from '#tests/support/order-event.ts';
import { HARBOUR } from '#tests/support/service.ts';

const HMAC = { header: 'x-signature', secret: 'another secret of the tests' };
let gateway: TestGateway;
let crestline: TestBrowser;
let harbour: TestBrowser;
let organisation = '';
let count = 0;

beforeAll(async () => {
  gateway = await startTestGateway({ webhooks: { secrets: [WEBHOOK_SECRET], hmac: HMAC } });
  crestline = gateway.browser();
  await crestline.signIn();
  harbour = gateway.browser();
  await harbour.signIn(HARBOUR);
  const { rows } = await gateway.service.database.pool.query(
    "select id from service.organisation where name = 'Crestline'",
  );
  organisation = rows[0].id;
});
afterAll(() => gateway.close());

function bodyFor(order: object, parts: object = {}): string {
  const data = { order, member: 'm', organisation, ...parts };
  return cancellationEvent(data);
}

function signed(body: string, { id = `evt_${++count}`, at = new Date(), secret = WEBHOOK_SECRET } = {}) {
  return signedHeaders(secret, id, body, at);
}

/** As the service sends it: no cookie, no origin. */
const send = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
  await gateway.browser().fetch('/webhooks', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers, origin: '' },
  });

const hmacOf = (body: string | Uint8Array) => ({
  [HMAC.header]: createHmac('sha256', HMAC.secret).update(body).digest('hex'),
});

async function logOf(browser: TestBrowser): Promise<DeskEvent[]> {
  const response = await browser.fetch('/events/log?limit=100');
  return ((await response.json()) as { data: { events: DeskEvent[] } }).data.events;
}

const seen = async (order: string, browser = crestline) =>
  (await logOf(browser)).filter((event) => event.order?._id === order).length;

describe('a webhook', () => {
  it('that is signed is kept for its organisation, and for no other', async () => {
    const body = bodyFor(cancelledOrder('signed'));
    expect((await send(body, signed(body))).status).toBe(200);
    expect(await seen('signed')).toBe(1);
    expect(await seen('signed', harbour)).toBe(0);
  });

  it('that comes again is kept once, and answered as taken', async () => {
    const body = bodyFor(cancelledOrder('repeated'));
    const headers = signed(body);
    expect((await send(body, headers)).status).toBe(200);
    expect((await send(body, headers)).status).toBe(200);
    expect((await send(body, signed(body, { id: headers['webhook-id'] }))).status).toBe(200);
    expect(await seen('repeated')).toBe(1);
  });

  it('that comes after a later one is kept with it, each once, and changes neither', async () => {
    const at = (minute: number) => `2026-11-21T11:0${minute}:00.000Z`;
    const told = [2, 1, 3, 1, 2].map((minute) => ({
      body: bodyFor({ ...cancelledOrder('reordered'), updatedAt: at(minute) }),
      id: `evt_reordered_${minute}`,
    }));
    for (const { body, id } of told) expect((await send(body, signed(body, { id }))).status).toBe(200);
    const events = (await logOf(crestline)).filter((event) => event.order?._id === 'reordered');
    expect(events.map((event) => event.order?.updatedAt)).toEqual([at(3), at(1), at(2)]);
  });

  it('is found in the log by its order, its member and its time, both ends included', async () => {
    const body = bodyFor(cancelledOrder('narrow'), { member: 'narrow-member' });
    await send(body, signed(body));
    const [event] = await logOf(crestline);
    const at = encodeURIComponent(event?.at ?? '');
    const log = async (query: string) => {
      const response = await crestline.fetch(`/events/log?${query}`);
      return ((await response.json()) as { data: { events: DeskEvent[]; total: number } }).data;
    };
    for (const query of ['order=narrow', 'member=narrow-member', `from=${at}&to=${at}&order=narrow`]) {
      expect(await log(query)).toMatchObject({ events: [{ id: event?.id }], total: 1 });
    }
    const later = encodeURIComponent(new Date(Date.parse(event?.at ?? '') + 1).toISOString());
    expect(await log(`order=narrow&from=${later}`)).toMatchObject({ events: [], total: 0 });
    const first = await log('limit=1');
    expect(first.total).toBe((await logOf(crestline)).length);
  });

  it.each([
    [
      'by another secret',
      (body: string) => signed(body, { secret: `whsec_${Buffer.from('x'.repeat(24)).toString('base64')}` }),
    ],
    ['of another body', () => signed('{}')],
    ['of six minutes ago', (body: string) => signed(body, { at: new Date(Date.now() - 6 * 60_000) })],
    ['of the future', (body: string) => signed(body, { at: new Date(Date.now() + 6 * 60_000) })],
    ['under another id', (body: string) => ({ ...signed(body), 'webhook-id': 'evt_other' })],
    ['with nothing', () => ({})],
    ['with half', (body: string) => ({ 'webhook-id': signed(body)['webhook-id'] })],
    ['in the other style, wrongly', () => ({ [HMAC.header]: 'ab'.repeat(32) })],
    ['in the other style, with nonsense', () => ({ [HMAC.header]: 'zz' })],
  ])('that is signed %s is refused and leaves nothing', async (_, headers) => {
    const body = bodyFor(cancelledOrder('forged'));
    const response = await send(body, headers(body) as Record<string, string>);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ status: 'error', code: 'FORGED_WEBHOOK' });
    expect(await seen('forged')).toBe(0);
  });

  it('in the other common style is taken too, once', async () => {
    const body = JSON.stringify({
      webhook_event: 'order.cancelled',
      order: { ...cancelledOrder('other'), organisation },
    });
    const headers = hmacOf(body);
    expect((await send(body, headers)).status).toBe(200);
    expect((await send(body, headers)).status).toBe(200);
    expect(await seen('other')).toBe(1);
  });

  it('that names no organisation belongs to the one whose desk cancelled the order', async () => {
    const { pool } = gateway.service.database;
    const { rows } = await pool.query(
      `select m.id as member, o.id as "order" from service.member_order o join service.member m on m.user_id = o.user_id
       where o.status = 'Active' and o.type = 'Buy' limit 1`,
    );
    const { member, order } = rows[0];
    await crestline.fetch(`/v1/api/members/${member}/orders/${order}/cancel`, {
      method: 'POST',
      headers: withKey(),
    });
    const body = JSON.stringify({ webhook_event: 'order.cancelled', order: cancelledOrder(order) });
    const headers = hmacOf(body);
    await send(body, headers);
    expect(await seen(order)).toBe(1);
    expect(await seen(order, harbour)).toBe(0);
  });

  it('that belongs to no one is accepted, so that it isn’t sent for ever, and is never shown', async () => {
    const body = bodyFor(cancelledOrder('stray'), { organisation: undefined });
    expect((await send(body, signed(body))).status).toBe(200);
    expect(await seen('stray')).toBe(0);
    expect(await seen('stray', harbour)).toBe(0);
  });

  it('that is too large, or signed nonsense, is refused', async () => {
    const large = bodyFor({ ...cancelledOrder('large'), note: 'x'.repeat(70_000) });
    expect((await send(large, signed(large))).status).toBe(413);
    for (const body of ['nonsense', '[]', '{"type":"x"}']) {
      expect((await send(body, signed(body))).status).toBe(400);
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/html; a=application/json', ''])(
    'that says that it is %j is refused',
    async (type) => {
      const body = bodyFor(cancelledOrder('typed'));
      const response = await send(body, { ...signed(body), 'content-type': type });
      expect(response.status).toBe(415);
      expect(await seen('typed')).toBe(0);
    },
  );

  it('is signed over its bytes: other bytes that read alike are forged, and those of no text unreadable', async () => {
    const bytes = new TextEncoder().encode(bodyFor(cancelledOrder('bytes\ufffd')));
    const place = bytes.indexOf(0xef);
    const altered = new Uint8Array([...bytes.slice(0, place), 0xff, ...bytes.slice(place + 3)]);
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]);
    const text = new TextDecoder().decode(bytes);
    for (const other of [altered, marked]) {
      expect(new TextDecoder().decode(other)).toBe(text);
      expect((await send(other, signed(text))).status).toBe(401);
      expect((await send(other, hmacOf(text))).status).toBe(401);
      expect((await send(other, hmacOf(other))).status).toBe(400);
    }
    expect(await seen('bytes\ufffd')).toBe(0);
    expect((await send(bytes, signed(text))).status).toBe(200);
    expect(await seen('bytes\ufffd')).toBe(1);
  });

  it.each<[string, (text: string) => string]>([
    ['a NUL in its type', (text) => text.replace('order.cancelled', 'order\\u0000')],
    ['a NUL in its member', (text) => text.replace('"m"', '"m\\u0000"')],
    ['a NUL in its organisation', (text) => text.replace(organisation, 'o\\u0000')],
    ['a NUL in its order’s id', (text) => text.replace('odd', 'odd\\u0000')],
    ['half a surrogate pair in its member', (text) => text.replace('"m"', '"\\ud800"')],
    ['3,000 levels', (text) => text.replace('"NGN"', '['.repeat(3_000) + ']'.repeat(3_000))],
    [
      'more levels than a stack has',
      (text) => text.replace('"NGN"', '['.repeat(30_000) + ']'.repeat(30_000)),
    ],
  ])('that is signed but has %s is refused as unreadable', async (_, spoil) => {
    const body = spoil(bodyFor(cancelledOrder('odd')));
    const response = await send(body, signed(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ status: 'error', code: 'MALFORMED_REQUEST' });
  });

  it('that has a NUL where nothing depends on it is kept without it', async () => {
    const body = bodyFor({ ...cancelledOrder('untidy'), currency: 'N\0GN', 'note\0': 'x' });
    expect((await send(body, signed(body))).status).toBe(200);
    expect(await seen('untidy')).toBe(1);
  });

  it('is answered well only once it is stored', async () => {
    const { pool } = gateway.service.database;
    const body = bodyFor(cancelledOrder('lost'));
    const headers = signed(body);
    await pool.query('alter table desk.event rename to hidden');
    expect((await send(body, headers)).status).toBe(500);
    await pool.query('alter table desk.hidden rename to event');
    expect((await send(body, headers)).status).toBe(200);
    expect(await seen('lost')).toBe(1);
  });

  it('shows browsers the documented fields and nothing that came along', async () => {
    const body = bodyFor({ ...cancelledOrder('extra'), secret: 'LEAK' }, { debug: 'LEAK' });
    await send(body, signed(body));
    expect(await seen('extra')).toBe(1);
    expect(JSON.stringify(await logOf(crestline))).not.toContain('LEAK');
  });
});

/** Reads a stream of events until a test has seen enough. */
async function listen(browser: TestBrowser, lastId = '') {
  const response = await browser.fetch('/events', { headers: lastId ? { 'last-event-id': lastId } : {} });
  const events: DeskEvent[] = [];
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  void (async () => {
    for (let rest = ''; ; ) {
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
      if (done) return;
      const frames = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const data = /^data: (.*)$/m.exec(frame)?.[1];
        if (data) events.push(JSON.parse(data) as DeskEvent);
      }
    }
  })();
  const has = async (order: string) =>
    await expect
      .poll(() => events.some((event) => event.order?._id === order), { timeout: 1_000 })
      .toBe(true);
  return { response, events, has, end: () => reader.cancel() };
}

describe('the stream of events', () => {
  it('reaches the desks of the organisation within a second, and no other', async () => {
    const [mine, also, other] = [await listen(crestline), await listen(crestline), await listen(harbour)];
    expect(mine.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const body = bodyFor(cancelledOrder('live'));
    await send(body, signed(body));
    await mine.has('live');
    await also.has('live');
    expect(other.events).toEqual([]);
    await Promise.all([mine.end(), also.end(), other.end()]);
  });

  it('goes on after the last event that a desk saw', async () => {
    const first = await listen(crestline);
    for (const id of ['one', 'two']) {
      const body = bodyFor(cancelledOrder(id));
      await send(body, signed(body));
      await first.has(id);
    }
    await first.end();
    const last = first.events.find((event) => event.order?._id === 'one')?.id;
    const away = bodyFor(cancelledOrder('three'));
    await send(away, signed(away));
    const second = await listen(crestline, last);
    await second.has('three');
    const ids = second.events.map((event) => event.order?._id);
    expect(ids.filter((id) => id === 'two')).toHaveLength(1);
    expect(ids).not.toContain('one');
    await second.end();
  });

  it('is for those who are signed in', async () => {
    expect((await gateway.browser().fetch('/events')).status).toBe(401);
    expect((await gateway.browser().fetch('/events/log')).status).toBe(401);
  });
});
