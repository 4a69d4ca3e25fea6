import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { auditPage } from '#contract/audit.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { HARBOUR } from '#tests/support/service.ts';
import { createAuditLog } from './audit-log.ts';

let gateway: TestGateway;
let browser: TestBrowser;
let harbour: TestBrowser;
/** Crestline's id. */
let owner: string;
const pool = () => gateway.service.database.pool;

beforeAll(async () => {
  gateway = await startTestGateway();
  browser = gateway.browser();
  await browser.signIn();
  harbour = gateway.browser();
  await harbour.signIn(HARBOUR);
  await exported({ list: 'Loans', rows: 1 });
  const { rows } = await pool().query("select owner from desk.audit where action = 'export'");
  owner = rows[0].owner;
});
beforeEach(async () => {
  await pool().query('truncate desk.audit, desk.audit_head');
});
afterAll(() => gateway.close());

const exported = async (body: object, by = browser) =>
  await by.fetch('/desk/exports', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function listed(query = '', by = browser) {
  const response = await by.fetch(`/desk/log${query}`);
  expect(response.status).toBe(200);
  return z.parse(auditPage, ((await response.json()) as { data: unknown }).data);
}

/** Records so many closures, the newest of them by someone else. */
async function record(count: number): Promise<void> {
  const log = createAuditLog({ pool: pool(), clock: Date.now });
  const who = { person: 'p-1', name: 'Ada Obi', subject: null, verified: true, session: null };
  await log.append(
    Array.from({ length: count }, (_, nth) => ({
      owner,
      action: 'closure' as const,
      reason: `=Reason ${nth + 1}`,
      result: 'undetermined',
      who: nth === count - 1 ? { ...who, person: 'p-2' } : who,
      target: { entry: 'e', loan: `l-${nth + 1}` },
    })),
  );
}

describe('GET /desk/log', () => {
  it('gives pages, newest first, of the own organisation only', async () => {
    await record(5);
    const first = await listed('?limit=3');
    expect(first).toMatchObject({
      entries: [{ number: 5 }, { number: 4 }, { number: 3 }],
      next: 3,
      total: 5,
    });
    expect(await listed(`?limit=3&before=${first.next}`)).toMatchObject({
      entries: [{ number: 2 }, { number: 1 }],
      next: null,
    });
    expect(await listed('', harbour)).toEqual({ entries: [], next: null, total: 0 });
  });

  it('filters by person, action, record and time', async () => {
    await record(5);
    await exported({ list: 'Loans', rows: 3 });
    expect(await listed('?person=p-2')).toMatchObject({ entries: [{ number: 5 }], total: 1 });
    expect(await listed('?action=export')).toMatchObject({ entries: [{ number: 6 }], total: 1 });
    expect(await listed('?loan=l-2')).toMatchObject({ entries: [{ number: 2 }], total: 1 });
    expect(await listed('?from=2999-01-01T00:00:00.000Z')).toMatchObject({ entries: [] });
  });

  it('filters by a member whose two ids are as long as ids can be', async () => {
    const ids = ['m', 'u'].map((letter) => letter.repeat(200));
    const log = createAuditLog({ pool: pool(), clock: Date.now });
    await log.append(
      ids.map((member) => ({ owner, action: 'reveal' as const, who: null, target: { member } })),
    );
    expect(await listed(`?member=${ids.join(',')}`)).toMatchObject({ total: 2 });
  });

  it.each(['?limit=0', '?action=nothing', '?before=x', '?run=1', '?from=today'])(
    'refuses %s',
    async (query) => {
      expect((await browser.fetch(`/desk/log${query}`)).status).toBe(400);
    },
  );

  it('needs a session, and there is no page at an unknown address beside it', async () => {
    expect((await gateway.browser().fetch('/desk/log')).status).toBe(401);
    expect((await browser.fetch('/desk/nothing')).status).toBe(404);
  });
});

describe('GET /desk/log.csv', () => {
  const file = async (query = '') => {
    const response = await browser.fetch(`/desk/log.csv${query}`);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="audit log .*\.csv"$/);
    const text = await response.text();
    expect(text.startsWith('Number,At,')).toBe(true);
    return Papa.parse<string[]>(text.trimEnd()).data;
  };

  it('has every entry and ends with the number and hash of the last, which the log keeps', async () => {
    await record(1_201);
    const { hash } = (await listed('?limit=1')).entries[0] ?? {};
    const rows = await file();
    expect(rows).toHaveLength(1 + 1_201 + 1);
    expect(rows.slice(1, -1).map(([number]) => Number(number))).toEqual(
      Array.from({ length: 1_201 }, (_, nth) => 1_201 - nth),
    );
    expect(rows.at(-1)?.[0]).toBe('End of the log: entry 1201');
    expect(rows.at(-1)?.at(-1)).toBe(hash);
    // Nothing in it runs in a spreadsheet.
    expect(rows[1]).toContain("'=Reason 1201");
    expect(await listed('?action=export')).toMatchObject({
      entries: [
        {
          number: 1_202,
          target: { list: 'audit log' },
          who: { name: 'Crestline Capital' },
          details: { rows: 1_201, lastNumber: 1_201, lastHash: hash },
        },
      ],
    });
  });

  it('keeps to a filter, and says so in the log', async () => {
    await record(5);
    const rows = await file('?loan=l-2');
    expect(rows.map(([number]) => number)).toEqual(['Number', '2', 'End of the log: entry 5']);
    expect((await listed('?action=export')).entries[0]?.details).toMatchObject({
      rows: 1,
      filter: '?loan=l-2',
    });
    expect(await file('?from=2020-01-01T00:00:00.000Z')).toHaveLength(1 + 6 + 1);
  });

  it('is not on record where a HEAD asked for its headers alone', async () => {
    expect((await browser.fetch('/desk/log.csv', { method: 'HEAD' })).status).toBe(200);
    expect((await listed('?action=export')).entries).toEqual([]);
  });

  it('of an empty log has its end', async () => {
    expect((await file()).at(-1)?.[0]).toBe('End of the log: entry 0');
  });
});

describe('POST /desk/exports', () => {
  it('records what is exported', async () => {
    expect((await exported({ list: 'Loans', rows: 152, filter: '/loans?status=active' })).status).toBe(200);
    expect((await listed()).entries).toMatchObject([
      {
        action: 'export',
        target: { list: 'Loans' },
        who: { name: 'Crestline Capital' },
        requestId: expect.any(String),
        details: { rows: 152, filter: '/loans?status=active' },
      },
    ]);
  });

  it.each([{}, { list: '', rows: 1 }, { list: 'Loans', rows: -1 }, { list: 'Loans', rows: 1, more: 1 }])(
    'refuses %j',
    async (body) => {
      expect((await exported(body)).status).toBe(400);
      expect((await listed()).total).toBe(0);
    },
  );

  it('says so if it can’t be recorded', async () => {
    await pool().query('alter table desk.audit rename to audit_away');
    try {
      const response = await exported({ list: 'Loans', rows: 1 });
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: 'JOURNAL_UNAVAILABLE' });
    } finally {
      await pool().query('alter table desk.audit_away rename to audit');
    }
  });
});
