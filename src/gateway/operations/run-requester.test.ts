import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PersonChange } from '#contract/people.ts';
import { embeddedUpstream } from '#gateway/proxy/upstream.ts';
import { browserAs, sendJson } from '#tests/support/approvals.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';
import { addOrders, cancellationsOf, isCancellation, passGrace, runsOf } from '#tests/support/runs.ts';
import { startTestService, type TestService } from '#tests/support/service.ts';

let service: TestService;
let gateway: TestGateway;
let administrator: TestBrowser;
let colleague: ReturnType<typeof runsOf>;
let requester: { id: string; name: string; runs: ReturnType<typeof runsOf> };
let count = 0;
let sent: string[] = [];
/** What cancellations wait for at the service. */
let gate = Promise.resolve();

beforeAll(async () => {
  service = await startTestService();
  const ask = embeddedUpstream(service.fetch);
  gateway = await startTestGateway({
    beside: { service },
    describeService: describeDemo,
    async upstream(request) {
      if (isCancellation(request)) {
        sent.push(request.target.split('/').at(-2) ?? '');
        await gate;
      }
      return await ask(request);
    },
  });
  administrator = await browserAs(gateway, 'administrator');
  colleague = runsOf(await browserAs(gateway, 'operations'));
});
beforeEach(async () => {
  count += 1;
  sent = [];
  gate = Promise.resolve();
  const browser = gateway.browser();
  const name = `Requester ${count}`;
  const { data } = await (await browser.signIn(undefined, { name })).json();
  requester = { id: data.session.person.id, name, runs: runsOf(browser) };
});
afterAll(async () => {
  await gateway.close();
  await service.close();
});

async function change(to: PersonChange): Promise<void> {
  expect((await sendJson(administrator, 'PUT', `/desk/people/${requester.id}`, to)).status).toBe(200);
}

async function created(lines: number) {
  const orders = await addOrders(service.database.pool, lines, `e${count}`);
  const id = randomUUID();
  await requester.runs.create(id, orders);
  return { id, orders };
}

describe.each([
  { how: 'who is disabled', to: { roles: null, disabled: true } },
  { how: 'who loses the role', to: { roles: ['analyst' as const], disabled: false } },
])('the run of someone $how', ({ to }) => {
  it('stops while it is under way, says why, and a colleague can send the rest', async () => {
    let letGo = () => {};
    gate = new Promise((resolve) => {
      letGo = resolve;
    });
    const { id, orders } = await created(150);
    await requester.runs.act(id, 'now');
    await expect.poll(() => sent.length).toBe(8);
    await change(to);
    await colleague.until(id, ({ state }) => state === 'stopped');
    letGo();
    const run = await colleague.until(id, ({ finishedAt }) => finishedAt !== null);
    expect(run).toMatchObject({ state: 'stopped', stoppedBy: null });
    expect(run.counts).toMatchObject({ total: 150, done: 8, notSent: 142, waiting: 0, unknown: 0 });
    expect(sent).toHaveLength(8);
    const unsent = await colleague.lines(id, '&outcome=not-sent');
    const message = `${requester.name} may no longer cancel orders, so this line was not sent.`;
    expect(unsent).toEqual(unsent.map((line) => ({ ...line, message, at: null })));
    const { data } = await sendJson(administrator, 'GET', `/desk/log?run=${id}&action=run-stopped`);
    expect(data.entries).toMatchObject([{ who: null, details: { notSent: expect.any(Number) } }]);
    const next = randomUUID();
    await colleague.again(id, next);
    await colleague.act(next, 'now');
    const rest = await colleague.until(next, ({ finishedAt }) => finishedAt !== null);
    expect(rest).toMatchObject({ who: 'Ruth Kamau', counts: { total: 142, done: 142 } });
    const times = await cancellationsOf(service.database.pool, orders);
    expect([...times.values()]).toEqual(orders.map(() => 1));
  });

  it('sends nothing if it had not begun', async () => {
    const { id } = await created(3);
    await change(to);
    await passGrace(service.database.pool, id);
    const run = await colleague.until(id, ({ finishedAt }) => finishedAt !== null);
    expect(run).toMatchObject({ state: 'stopped', counts: { total: 3, notSent: 3 } });
    expect(sent).toEqual([]);
  });

  it('sends nothing more if a colleague resumes it', async () => {
    const { id } = await created(3);
    await requester.runs.act(id, 'pause');
    await change(to);
    await colleague.act(id, 'resume');
    const run = await colleague.until(id, ({ finishedAt }) => finishedAt !== null);
    expect(run).toMatchObject({ state: 'stopped', counts: { total: 3, notSent: 3 } });
    expect(sent).toEqual([]);
  });
});

it('the run of someone who gets their role back in time goes on', async () => {
  const { id } = await created(3);
  await change({ roles: null, disabled: true });
  await change({ roles: null, disabled: false });
  await colleague.act(id, 'now');
  const run = await colleague.until(id, ({ finishedAt }) => finishedAt !== null);
  expect(run).toMatchObject({ state: 'done', counts: { total: 3, done: 3 } });
});
