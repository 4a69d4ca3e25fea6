import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';
import { addOrders, cancellationsOf, isCancellation, runsOf } from '#tests/support/runs.ts';
import { embeddedUpstream } from '../proxy/upstream.ts';

let gateway: TestGateway;
let clerk: TestBrowser;
let approver: TestBrowser;
let administrator: TestBrowser;
let sent = 0;
let ahead = 0;
let batch = 0;

beforeAll(async () => {
  gateway = await startTestGateway({
    describeService: describeDemo,
    clock: () => Date.now() + ahead,
    async upstream(request) {
      if (isCancellation(request)) sent += 1;
      return await embeddedUpstream(gateway.service.fetch)(request);
    },
  });
  clerk = await browserAs(gateway, 'operations');
  approver = await browserAs(gateway, 'approver');
  administrator = await browserAs(gateway, 'administrator');
});
beforeEach(async () => {
  sent = 0;
  batch += 1;
  await setRules(administrator, { runLines: { on: true, above: 5 } });
});
afterAll(() => gateway.close());

const decide = async (browser: TestBrowser, id: string, action: string) =>
  await sendJson(browser, 'POST', `/desk/approvals/${id}/${action}`, { reason: 'Seen' });

async function ask(lines: number) {
  const orders = await addOrders(gateway.service.database.pool, lines, `a${batch}`);
  const id = randomUUID();
  return { id, orders, run: await runsOf(clerk).create(id, orders) };
}

describe('a run that a rule holds back', () => {
  it('waits, and is carried out when an approver allows it, the requester gone', async () => {
    const { id, orders, run } = await ask(6);
    expect(run).toMatchObject({ state: 'awaiting-approval', counts: { total: 6, waiting: 6 } });
    const waiting = await newestApproval(approver);
    expect(waiting).toMatchObject({
      kind: 'cancelOrders',
      run: id,
      reason: 'Test order',
      because: [{ rule: 'runLines', above: '5', is: '6' }],
      request: { lines: 6 },
    });
    expect(run.approval).toBe(waiting.id);
    await clerk.fetch('/session', { method: 'DELETE' });
    clerk = await browserAs(gateway, 'operations');
    // Neither the end of the grace period nor a person starts it.
    ahead += 60_000;
    for (const [action, message] of [
      ['now', "can't be started. Nothing was changed. It starts once someone else approves it."],
      ['stop', "can't be stopped. Nothing was changed. To give it up, withdraw the request under Approvals."],
    ]) {
      expect(await sendJson(clerk, 'POST', `/runs/${id}/${action}`)).toMatchObject({
        status: 409,
        code: 'RUN_STATE',
        message: `This run is waiting for approval, so it ${message}`,
      });
    }
    expect(sent).toBe(0);
    await decide(approver, waiting.id, 'approve');
    const done = await runsOf(approver).until(id, ({ finishedAt }) => finishedAt !== null);
    expect(done).toMatchObject({ state: 'done', who: 'Ruth Kamau', counts: { done: 6 } });
    const { entries } = (await sendJson(approver, 'GET', `/journal?run=${id}`)).data;
    const report = await (await approver.fetch(`/runs/${id}/report.csv`)).text();
    expect([done, ...entries].map(({ approvedBy }) => approvedBy)).toEqual(Array(7).fill('Samuel Adeleke'));
    expect(report.match(/Ruth Kamau,self-declared,Samuel Adeleke,/g)).toHaveLength(6);
    expect([...(await cancellationsOf(gateway.service.database.pool, orders)).values()]).toEqual(
      orders.map(() => 1),
    );
  });

  it('sends nothing if it is rejected, and each line says why', async () => {
    const { id } = await ask(6);
    await decide(approver, (await newestApproval(approver)).id, 'reject');
    expect(await runsOf(clerk).read(id)).toMatchObject({
      state: 'rejected',
      approvedBy: null,
      counts: { notSent: 6 },
    });
    const [line] = await runsOf(clerk).lines(id);
    expect(line).toMatchObject({ outcome: 'not-sent', message: 'Samuel Adeleke rejected it: Seen' });
    expect(sent).toBe(0);
  });

  it('sends nothing if it is withdrawn or expires', async () => {
    const first = await ask(6);
    await decide(clerk, (await newestApproval(clerk)).id, 'withdraw');
    expect(await runsOf(clerk).read(first.id)).toMatchObject({ state: 'stopped', counts: { notSent: 6 } });
    batch += 1;
    const second = await ask(7);
    ahead += 25 * 3_600_000;
    await gateway.operations.approvals.expire();
    clerk = await browserAs(gateway, 'operations');
    approver = await browserAs(gateway, 'approver');
    administrator = await browserAs(gateway, 'administrator');
    expect(await runsOf(clerk).read(second.id)).toMatchObject({ state: 'expired', counts: { notSent: 7 } });
    expect(sent).toBe(0);
  });

  it('is decided by no one who may not see it, and says so of the approval, not of an address', async () => {
    await ask(6);
    const { id } = await newestApproval(clerk);
    const refused = await sendJson(
      await browserAs(gateway, 'analyst'),
      'POST',
      `/desk/approvals/${id}/reject`,
      {
        reason: 'Mine',
      },
    );
    expect(refused).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      message: 'There is no such approval that you may see.',
    });
    await decide(clerk, id, 'withdraw');
  });

  it('needs no approval up to the limit', async () => {
    const { id, run } = await ask(5);
    expect(run.state).toBe('waiting');
    await clerk.fetch(`/runs/${id}/now`, { method: 'POST' });
    await runsOf(clerk).until(id, ({ finishedAt }) => finishedAt !== null);
    expect(sent).toBe(5);
  });

  it('needs it again where its lines are retried in a new run', async () => {
    const { id } = await ask(6);
    await decide(approver, (await newestApproval(approver)).id, 'reject');
    expect((await runsOf(clerk).again(id, randomUUID())).state).toBe('awaiting-approval');
    expect(sent).toBe(0);
  });
});
