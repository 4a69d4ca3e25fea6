import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendJson } from '#tests/support/approvals.ts';
import {
  startTestGateway,
  type TestBrowser,
  type TestGateway,
  WEBHOOK_SECRET,
  withKey,
} from '#tests/support/gateway.ts';
import { cancellationEvent, cancelledOrder, signedHeaders } from '#tests/support/order-event.ts';
import { type FoundOrder, ordersOf } from '#tests/support/orders.ts';
import { HARBOUR } from '#tests/support/service.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

const broken: Upstream = async () => {
  throw new UpstreamFault('broken');
};
let gateway: TestGateway;
let crestline: TestBrowser;
let harbour: TestBrowser;
let orders: FoundOrder[];
let edge: Upstream | null = null;

beforeAll(async () => {
  const real: Upstream = async (request) => await embeddedUpstream(gateway.service.fetch)(request);
  gateway = await startTestGateway({ upstream: async (request) => await (edge ?? real)(request) });
  crestline = gateway.browser();
  await crestline.signIn();
  harbour = gateway.browser();
  await harbour.signIn(HARBOUR);
  orders = await ordersOf(gateway.service.database.pool, {});
});
afterEach(() => {
  edge = null;
});
afterAll(() => gateway.close());

/** An active order of Crestline that no other test has used. */
function nextOrder(): FoundOrder {
  const order = orders.shift();
  if (!order) throw new Error('The demo has too few orders.');
  return order;
}

async function cancel(by: TestBrowser, { memberId, id }: FoundOrder) {
  const address = `/v1/api/members/${memberId}/orders/${id}/cancel`;
  return await by.fetch(address, { method: 'POST', headers: withKey() });
}

/** Asks for a cancellation whose answer is lost, and closes its entry. */
async function cancelUndetermined(by: TestBrowser, order: FoundOrder): Promise<void> {
  edge = broken;
  const entry = (await cancel(by, order)).headers.get('x-pledge-entry');
  const closed = await sendJson(by, 'POST', `/journal/${entry}/close`, { reason: 'It was lost' });
  expect(closed.status).toBe(200);
  edge = null;
}

/** Takes an event of the order's cancellation that names no organisation. Who sees it? */
async function seenBy({ id }: FoundOrder): Promise<string[]> {
  const body = cancellationEvent({ order: cancelledOrder(id), member: 'm' });
  const signature = signedHeaders(WEBHOOK_SECRET, `evt_${id}`, body);
  const headers = { 'content-type': 'application/json', origin: '', ...signature };
  const taken = await gateway.browser().fetch('/webhooks', { method: 'POST', body, headers });
  expect(taken.status).toBe(200);
  const sees = async (browser: TestBrowser) =>
    (await sendJson(browser, 'GET', `/events/log?order=${id}`)).data.events.length > 0;
  return [...((await sees(crestline)) ? ['Crestline'] : []), ...((await sees(harbour)) ? ['Harbour'] : [])];
}

describe('an event that names no organisation', () => {
  it('is shown to the one that cancelled the order, not to one whose request may have come to nothing', async () => {
    const order = nextOrder();
    await cancelUndetermined(harbour, order);
    expect((await cancel(crestline, order)).status).toBe(200);
    expect(await seenBy(order)).toEqual(['Crestline']);
  });

  it('is shown to no one if it is unknown which of two cancelled the order', async () => {
    const order = nextOrder();
    await cancelUndetermined(harbour, order);
    await cancelUndetermined(crestline, order);
    expect(await seenBy(order)).toEqual([]);
  });

  it('is shown to the only one that may have cancelled the order, however often it asked', async () => {
    const order = nextOrder();
    await cancelUndetermined(crestline, order);
    await cancelUndetermined(crestline, order);
    expect(await seenBy(order)).toEqual(['Crestline']);
  });
});
