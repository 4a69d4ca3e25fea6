import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserAs, sendJson, setRules } from '#tests/support/approvals.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';
import { runsOf } from '#tests/support/runs.ts';
import { createAuditLog } from './audit-log.ts';

let gateway: TestGateway;
let verdict: 'accepted' | 'refused';
beforeAll(async () => {
  gateway = await startTestGateway({
    describeService: describeDemo,
    tokenSource: { ask: async () => verdict, freshMs: 0 },
  });
});
beforeEach(() => {
  verdict = 'accepted';
});
afterAll(() => gateway.close());

/** The address of a file that is longer than what is read of it ahead. */
const FILES: Record<string, () => Promise<string>> = {
  async 'the audit log'() {
    const { pool } = gateway.service.database;
    const { rows } = await pool.query("select owner from desk.audit where action = 'sign-in'");
    const { owner } = rows[0];
    const items = Array.from({ length: 3_000 }, () => ({ owner, action: 'closure' as const, who: null }));
    await createAuditLog({ pool, clock: Date.now }).append(items);
    return '/desk/log.csv';
  },
  async 'the report of a run'() {
    await setRules(await browserAs(gateway, 'administrator'), { runLines: { on: true, above: 0 } });
    const id = randomUUID();
    const lines = Array.from({ length: 5_000 }, (_, nth) => ({ memberId: 'm', orderId: `o-${nth}` }));
    await runsOf(await browserAs(gateway, 'operations')).create(id, lines);
    return `/runs/${id}/report.csv`;
  },
};

const ENDINGS: Record<string, (browser: TestBrowser) => Promise<unknown>> = {
  'signs out': async (browser) => await browser.fetch('/session', { method: 'DELETE' }),
  async 'is disabled'(browser) {
    const { data } = await sendJson(browser, 'GET', '/session');
    const administrator = await browserAs(gateway, 'administrator');
    for (const disabled of [true, false]) {
      await sendJson(administrator, 'PUT', `/desk/people/${data.session.person.id}`, {
        roles: null,
        disabled,
      });
    }
  },
  async 'uses an access token that the service refuses from now on'() {
    verdict = 'refused';
  },
};

describe.each(Object.keys(FILES))('the export of %s', (file) => {
  it.each(Object.keys(ENDINGS))('breaks off when the person who fetches it %s', async (ending) => {
    await browserAs(gateway, 'approver');
    const address = await FILES[file]?.();
    const browser = await browserAs(gateway, 'approver');
    const reader = (await browser.fetch(address ?? '')).body?.getReader();
    await reader?.read();
    await ENDINGS[ending]?.(browser);
    const readToEnd = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readToEnd()).rejects.toThrow('the session has ended');
  });
});
