import { randomUUID } from 'node:crypto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { browserAs } from '#tests/support/approvals.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { followingEvents } from '#tests/support/event-source.ts';
import { WEBHOOK_SECRET } from '#tests/support/gateway.ts';
import { address, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
const LONG = { timeout: 45_000 };
const SLOW = { timeout: 180_000 };
const pool = () => desk.gateway.service.database.pool;

followingEvents();

beforeEach(async () => {
  await pool().query('truncate desk.journal, desk.event');
  await desk.signIn();
});
afterEach(() => {
  changeSettings(DEFAULT_SETTINGS);
});

async function organisation(name: string): Promise<string> {
  const { rows } = await pool().query('select id from service.organisation where name = $1', [name]);
  return rows[0].id;
}

let count = 0;

/** Tells the gateway of a cancellation that was made elsewhere, as the service does. */
async function tell(order: string, of = 'Crestline'): Promise<void> {
  const at = new Date();
  const id = `evt_activity_${++count}`;
  const fields = { token: 't', user: 'u', price: 1, currency: 'NGN', amount: 2, type: 'Buy' };
  const times = { createdAt: at.toISOString(), updatedAt: at.toISOString() };
  const data = {
    order: { _id: order, ...fields, owner_model: 'organisation', status: 'Terminated', ...times },
    member: 'm',
    organisation: await organisation(of),
  };
  const body = JSON.stringify({ type: 'order.cancelled', timestamp: at.toISOString(), data });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(WEBHOOK_SECRET).sign(id, at, body),
  };
  const response = await desk.gateway.browser().fetch('/webhooks', { method: 'POST', body, headers });
  expect(response.status).toBe(200);
}

/** Writes entries of cancellations into the journal, as the gateway has them after its writes. */
async function write(times: string[], outcome = 'done', of = 'Crestline'): Promise<void> {
  const owner = await organisation(of);
  const ids = times.map(
    (at) => Date.parse(at).toString(16).padStart(12, '0') + String(++count).padStart(16, '0'),
  );
  await pool().query(
    `insert into desk.journal (id, owner, kind, outcome, at, who, target, note, request_id)
     select id, $1, 'cancelOrder', $2, at, 'Crestline Capital', jsonb_build_object('id', 'm', 'orderId', id), '{}',
       'request' from unnest($3::text[], $4::timestamptz[]) as given (id, at)`,
    [owner, outcome, ids, times],
  );
}

/** More than the gateway gives at once, and no more: asking jsdom for roles among hundreds of rows takes long. */
const MANY = Array.from({ length: 103 }, (_, nth) => new Date(Date.UTC(2026, 10, 1, 0, nth)).toISOString());

const texts = () => rowsShown().map(({ textContent }) => textContent ?? '');

/** Returns how to wait until a page listens: what comes before is nothing new to it. */
function watchStreams(): () => Promise<void> {
  const streams = { asked: 0, open: 0 };
  desk.fault(/^\/events$/, async (_request, pass) => {
    streams.asked += 1;
    const stream = await pass();
    streams.open += 1;
    return stream;
  });
  return async () => {
    await waitFor(() => expect(streams.open).toBeGreaterThan(0), LONG);
    await waitFor(() => expect(streams.open).toBe(streams.asked), LONG);
  };
}

test('what happened elsewhere is announced, and moves nothing until it is asked for', async () => {
  await write(['2026-11-20T10:00:00.000Z']);
  const listens = watchStreams();
  const user = await renderDesk('/activity');
  await waitFor(() => expect(rowsShown()).toHaveLength(1), LONG);
  await listens();
  const [before] = texts();
  for (const order of ['first1', 'second', 'third3']) await tell(order);
  await tell('others', 'Harbour');
  const fresh = await screen.findByRole('button', { name: '3 new' }, LONG);
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(texts()).toEqual([before]);
  await user.click(fresh);
  await waitFor(() => expect(rowsShown()).toHaveLength(4), LONG);
  expect(texts().map((text) => /first1|second|third3/.exec(text)?.[0])).toEqual([
    'third3',
    'second',
    'first1',
    undefined,
  ]);
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull();
});

test('what happened while the list was being read is announced', async () => {
  await write(['2026-11-20T10:00:00.000Z']);
  const listens = watchStreams();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const read = new Set<string>();
  const end = desk.fault(/^\/(events\/log|journal)\?limit=100$/, async (request, pass) => {
    const answer = await pass();
    read.add(new URL(request.url).pathname);
    await released;
    return answer;
  });
  await renderDesk('/activity');
  await listens();
  await waitFor(() => expect([...read].sort()).toEqual(['/events/log', '/journal']), LONG);
  end();
  await tell('meanwhile');
  release();
  await waitFor(() => expect(rowsShown()).toHaveLength(1), LONG);
  expect(await screen.findByRole('button', { name: '1 new' }, LONG)).toBeVisible();
});

test('more that is new than one page holds is not said to be all of it', SLOW, async () => {
  const listens = watchStreams();
  const user = await renderDesk('/activity');
  expect(await screen.findByText('No activity yet', undefined, LONG)).toBeVisible();
  await listens();
  await write(MANY);
  await tell('told00');
  const fresh = await screen.findByRole('button', { name: 'At least 101 new' }, LONG);
  await user.click(fresh);
  expect(await screen.findByText(/^Newest 101 of at most 104 lines/, undefined, LONG)).toBeVisible();
});

test('on a phone, the link of each card says what it opens, and of when', async () => {
  const media = vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: false,
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
  onTestFinished(() => media.mockRestore());
  changeSettings({ timeZone: 'utc' });
  await write(['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']);
  await renderDesk('/activity');
  const list = await screen.findByRole('region', { name: 'Activity' }, LONG);
  const links = await within(list).findAllByRole('link', { name: /^Open Cancel order/ }, LONG);
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^Open Cancel order, \w+, 20 Nov 2026, 11:00$/),
    expect.stringMatching(/^Open Cancel order, \w+, 20 Nov 2026, 10:00$/),
  ]);
});

test('a filter that nothing can pass says so', async () => {
  await renderDesk('/activity?kind=event&outcome=done');
  expect(await screen.findByText('No matching activity', undefined, LONG)).toBeVisible();
});

describe('days', () => {
  test('are one filter, which says what it narrows to', async () => {
    await write(['2026-11-20T10:00:00.000Z', '2026-11-02T10:00:00.000Z']);
    const user = await renderDesk('/activity?to=2026-11-25');
    await waitFor(() => expect(rowsShown()).toHaveLength(2), LONG);
    await user.click(screen.getByRole('button', { name: /^Date: up to/ }));
    fireEvent.change(await screen.findByLabelText('From', {}, LONG), { target: { value: '2026-11-10' } });
    await waitFor(() => expect(rowsShown()).toHaveLength(1), LONG);
    const { searchParams } = new URL(address(), 'http://x');
    expect([...searchParams].sort()).toEqual([
      ['from', '2026-11-10'],
      ['to', '2026-11-25'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Clear filter' }));
    await waitFor(() => expect(rowsShown()).toHaveLength(2), LONG);
    expect(address()).toBe('/activity');
  });

  test('the wrong way round are why nothing matches', async () => {
    await renderDesk('/activity?from=2026-11-21&to=2026-11-20');
    expect(await screen.findByText('To is before From. Choose a later day.', undefined, LONG)).toBeVisible();
  });

  const inUtc = ['2026-11-20T23:59:59.999Z', '2026-11-20T00:00:00.000Z'];
  const around = ['2026-11-19T23:59:59.999Z', '2026-11-21T00:00:00.000Z'];

  test.each([
    ['utc', inUtc],
    // An hour ahead of UTC, the day begins and ends an hour earlier.
    ['business', ['2026-11-20T00:00:00.000Z', '2026-11-19T23:59:59.999Z']],
  ] as const)('are both counted whole, by the clocks of the setting: %s', async (timeZone, expected) => {
    changeSettings({ timeZone });
    await write([...inUtc, ...around]);
    await renderDesk('/activity?from=2026-11-20&to=2026-11-20');
    await waitFor(() => expect(rowsShown()).toHaveLength(2), LONG);
    const asked = new URL(
      desk
        .asked()
        .find((line) => /\/journal\?.*from=/.test(line))
        ?.split(' ')[1] ?? '',
      'http://x',
    );
    const [from, to] = ['from', 'to'].map((name) => asked.searchParams.get(name) ?? '');
    for (const at of expected) expect(at >= (from ?? '') && at <= (to ?? '')).toBe(true);
    for (const at of [...inUtc, ...around].filter((each) => !expected.includes(each as never))) {
      expect(at >= (from ?? '') && at <= (to ?? '')).toBe(false);
    }
  });
});

describe('a search', () => {
  test('finds an order’s lines, also those that are announced, and says if there are none', async () => {
    await write(['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']);
    await write(['2026-11-01T10:00:00.000Z'], 'unknown');
    const listens = watchStreams();
    await tell('wanted');
    const user = await renderDesk('/activity');
    await waitFor(() => expect(rowsShown()).toHaveLength(4), LONG);
    await listens();
    const box = screen.getByRole('searchbox', { name: 'Search activity by ID or person’s name' });
    await user.type(box, ' wanted{Enter}');
    await waitFor(() => expect(texts()).toEqual([expect.stringContaining('wanted')]), LONG);
    expect(address()).toBe('/activity?q=+wanted');
    expect(screen.getByText(/^1 line found\./)).toBeVisible();
    await tell('another');
    await tell('wanted');
    await user.click(await screen.findByRole('button', { name: '1 new' }, LONG));
    await waitFor(() => expect(rowsShown()).toHaveLength(2), LONG);
    await user.clear(box);
    await user.type(box, 'missing-order{Enter}');
    expect(await screen.findByText('Nothing found for “missing-order”', {}, LONG)).toBeVisible();
    expect(screen.getByText('Search for a whole ID or part of a person’s name.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(rowsShown()).toHaveLength(6), LONG);
    expect(address()).toBe('/activity');
    expect(box).toHaveValue('');
  });

  test('keeps what is unsettled on top, and only if it is found', async () => {
    await write(['2026-11-20T10:00:00.000Z']);
    await write(['2026-11-01T10:00:00.000Z'], 'unknown');
    await renderDesk('/activity?q=m');
    await waitFor(
      () => expect(texts().map((text) => text.includes('Checking'))).toEqual([true, false]),
      LONG,
    );
    cleanup();
    const { rows } = await pool().query("select id from desk.journal where outcome = 'done'");
    await renderDesk(`/activity?q=${rows[0].id}`);
    await waitFor(() => expect(texts().map((text) => text.includes('Checking'))).toEqual([false]), LONG);
  });

  test('that is too long says so', async () => {
    await renderDesk(`/activity?q=${'a'.repeat(321)}`);
    expect(await screen.findByText(/q: must have at most 320 characters/, {}, LONG)).toBeVisible();
  });
});

test('what is unsettled stands on top and is said, whatever is newer, and only where it matches', async () => {
  await write(['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']);
  await write(['2026-11-01T10:00:00.000Z'], 'unknown');
  await renderDesk('/activity');
  expect(await screen.findByText('1 outcome not known yet', undefined, LONG)).toBeVisible();
  await waitFor(() => expect(rowsShown()).toHaveLength(3), LONG);
  expect(texts().map((text) => text.includes('Checking'))).toEqual([true, false, false]);
});

test('more unsettled than one page holds are counted as the navigation counts them', SLOW, async () => {
  await write(MANY, 'unknown');
  await renderDesk('/activity?kind=event');
  expect(await screen.findByText('103 outcomes not known yet', undefined, LONG)).toBeVisible();
  const links = screen.getByRole('navigation', { name: 'Pages' });
  expect(
    await within(links).findByRole('link', { name: /Activity.*103 outcomes not known yet/ }, LONG),
  ).toBeVisible();
});

test('a filter leaves out what doesn’t match, unsettled or not', async () => {
  await write(['2026-11-20T10:00:00.000Z']);
  await write(['2026-11-01T10:00:00.000Z'], 'unknown');
  await tell('told00');
  await renderDesk('/activity?from=2026-11-02');
  expect(await screen.findByText('1 outcome not known yet', undefined, LONG)).toBeVisible();
  await waitFor(() => expect(rowsShown()).toHaveLength(2), LONG);
  expect(texts().join()).not.toContain('Checking');
});

const ORDER = {
  _id: 'own001',
  token: 't',
  user: 'u',
  price: 9.5,
  currency: 'NGN',
  amount: 120,
  type: 'Sell',
  owner_model: 'organisation',
  status: 'Terminated',
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

test('a cancellation made here and its event are one line, with the amount and price of the order', async () => {
  await write(['2026-11-20T10:00:00.000Z']);
  await pool().query(
    `update desk.journal set reply = $1, by = 'this-request',
     target = jsonb_build_object('id', 'm', 'orderId', 'own001')`,
    [JSON.stringify(ORDER)],
  );
  await tell('own001');
  await tell('others');
  const user = await renderDesk('/activity');
  await waitFor(() => expect(rowsShown()).toHaveLength(2), LONG);
  const [foreign, own] = texts();
  expect(foreign).toMatch(/Cancellation received.*others/);
  expect(own).toMatch(/Cancel order.*Cancelled.*Sell 120 at 9.50 NGN.*own001/);
  await user.click(screen.getByRole('link', { name: 'Cancel order' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Order cancelled' }, LONG)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Request' })).toHaveTextContent('Sell 120 at 9.50 NGN');
});

test('whose newest lines can’t be read says so, and shows the older ones', SLOW, async () => {
  await write(MANY);
  desk.fault(/^\/journal\?/, async (request, pass) => {
    const body = await (await pass()).json();
    if (!new URL(request.url).searchParams.has('before'))
      body.data.entries = body.data.entries.map(({ id }: { id: string }) => ({ id }));
    return Response.json(body);
  });
  await renderDesk('/activity?kind=cancelOrder');
  expect(await screen.findByText('100 rows could not be read.', undefined, LONG)).toBeVisible();
  expect(screen.queryByText('No activity yet')).toBeNull();
  await waitFor(() => expect(rowsShown()).toHaveLength(3), LONG);
});

test('is narrowed to a run and to an outcome', async () => {
  const run = '7d0e8f5a-3b1c-4c8e-9a55-0d1b6f6f1a2e';
  await write(['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']);
  await pool().query(`update desk.journal set run = $1 where at = '2026-11-20T10:00:00Z'`, [run]);
  await write(['2026-11-20T12:00:00.000Z'], 'refused');
  await tell('told00');
  await renderDesk(`/activity?run=${run}`);
  await waitFor(() => expect(rowsShown()).toHaveLength(1), LONG);
  expect(texts()[0]).toContain('Cancelled');
  cleanup();
  await renderDesk('/activity?outcome=refused');
  await waitFor(() => expect(rowsShown()).toHaveLength(1), LONG);
  expect(texts()[0]).toContain('Refused');
});

describe('by person', () => {
  /** Someone of the demo's operations who asks for the cancellation of two orders that don't exist. */
  async function clerk(): Promise<string> {
    const browser = await browserAs(desk.gateway, 'operations');
    for (const order of ['order01', 'order02']) {
      const headers = { 'idempotency-key': randomUUID() };
      await browser.fetch(`/v1/api/members/m/orders/${order}/cancel`, { method: 'POST', headers });
    }
    const { data } = await (await browser.fetch('/session')).json();
    return data.session.person.id;
  }

  test('it shows what one person did to those who see everyone’s activity', async () => {
    const person = await clerk();
    await write(['2026-11-20T10:00:00.000Z']);
    await tell('told00');
    await desk.signIn(undefined, { demoRole: 'approver' });
    const user = await renderDesk('/activity');
    await waitFor(() => expect(rowsShown()).toHaveLength(4), LONG);
    await user.click(screen.getByRole('button', { name: /^Person/, expanded: false }));
    await user.click(await screen.findByRole('checkbox', { name: 'Ruth Kamau' }, LONG));
    await waitFor(() => expect(rowsShown()).toHaveLength(2), LONG);
    expect(texts().join()).toMatch(/Ruth Kamau.*order02.*Ruth Kamau.*order01/);
    expect(address()).toBe(`/activity?person=${person}`);
    expect(screen.getByRole('button', { name: 'Person: Ruth Kamau' })).toBeVisible();
  });

  test('it is neither offered nor given to others, who see what they did themselves', async () => {
    const person = await clerk();
    await desk.signIn(undefined, { demoRole: 'creditor' });
    await renderDesk(`/activity?person=${person}`);
    expect(await screen.findByRole('alert', {}, LONG)).toHaveTextContent(/Your role does not include this/);
    expect(screen.queryByRole('button', { name: /^Person/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Clear filter' })).toBeVisible();
  });
});

test('is narrowed to a member, who is found by name', async () => {
  const { rows } = await pool().query(
    `select id, concat_ws(' ', profile->>'fname', profile->>'lname') as name from service.member
     where organisation_id = $1 limit 1`,
    [await organisation('Crestline')],
  );
  const { id: memberId, name } = rows[0];
  await write(['2026-11-01T10:00:00.000Z', '2026-11-02T10:00:00.000Z']);
  await pool().query(
    `update desk.journal set target = jsonb_set(target, '{id}', to_jsonb($1::text))
     where at > '2026-11-02'`,
    [memberId],
  );
  const user = await renderDesk('/activity');
  await waitFor(() => expect(rowsShown()).toHaveLength(2), LONG);
  await user.hover(screen.getByRole('button', { name: 'Member' }));
  await vi.dynamicImportSettled();
  await user.click(screen.getByRole('button', { name: 'Member' }));
  const panel = await screen.findByRole('dialog', { name: 'Member' });
  await user.type(within(panel).getByRole('searchbox'), 'nobody at all');
  expect(await within(panel).findByText(/^No match in \d+ members\./, {}, LONG)).toBeVisible();
  await user.clear(within(panel).getByRole('searchbox'));
  await user.type(within(panel).getByRole('searchbox'), name);
  await user.click(await within(panel).findByRole('button', { name: `${name}${memberId}` }, LONG));
  await waitFor(() => expect(rowsShown()).toHaveLength(1), LONG);
  expect(address()).toBe(`/activity?member=${memberId}`);
  expect(await screen.findByRole('button', { name: `Member: ${name}` }, LONG)).toHaveFocus();
});

test('is narrowed to the loan that was created', async () => {
  await write(['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']);
  await pool().query(
    `update desk.journal set kind = 'createLoan', reply = '{"id": "loan-1"}' where at = '2026-11-20T10:00:00Z'`,
  );
  await tell('told00');
  await renderDesk('/activity?loan=loan-1');
  await waitFor(() => expect(texts()).toEqual([expect.stringContaining('Create loan')]), LONG);
});

test('a file holds all that matches once all is loaded, and says PARTIAL before that', SLOW, async () => {
  await write(MANY);
  await write(['2026-11-01T10:00:00.000Z'], 'done', 'Harbour');
  await tell('told00');
  const letGo = hold(desk, /before=/);
  const user = await renderDesk('/activity');
  expect(await screen.findByText(/^Newest 101 of at most 104 lines/, undefined, LONG)).toBeVisible();
  const opener = screen.getByText('Export');
  const dialog = async () => {
    await user.hover(opener);
    // A part whose code is still on its way would suspend for good inside the press.
    await act(async () => void (await import('#dashboard/table/export-dialog.tsx')));
    await user.click(opener);
    return await screen.findByRole('dialog', undefined, LONG);
  };
  const before = await dialog();
  expect(within(before).getByText('PARTIAL')).toBeVisible();
  expect(within(before).getByText(/101 of at most 104 lines/)).toBeVisible();
  await user.click(within(before).getByText('Cancel'));
  letGo();
  await waitFor(() => expect(screen.getAllByText(/^All 104 lines/)[0]).toBeVisible(), LONG);
  expect(screen.queryByText('Load all')).toBeNull();
  const after = await dialog();
  expect(within(after).getByText('Export 104 lines')).toBeVisible();
  expect(within(after).queryByText('PARTIAL')).toBeNull();
});

test('a line that can’t be read is told of, and its file is PARTIAL', SLOW, async () => {
  await write(['2026-11-20T10:00:00.000Z']);
  await tell('told00');
  desk.fault(/\/events\/log/, async (_request, pass) => {
    const { data, ...rest } = await (await pass()).json();
    return Response.json({ ...rest, data: { ...data, events: [{ id: 'later' }] } });
  });
  const user = await renderDesk('/activity');
  expect(await screen.findByText(/could not be read/, undefined, LONG)).toBeVisible();
  expect(screen.getByText(/^1 of 2 lines\./)).toBeVisible();
  expect(screen.queryByText(/^All 1 line/)).toBeNull();
  const opener = screen.getByText('Export');
  await user.hover(opener);
  await act(async () => void (await import('#dashboard/table/export-dialog.tsx')));
  await user.click(opener);
  const dialog = await screen.findByRole('dialog', undefined, LONG);
  expect(dialog).toHaveTextContent('PARTIAL: 1 of 2 lines.');
});

test('no more lines are promised than there are if each cancellation was confirmed', SLOW, async () => {
  await write(MANY);
  await pool().query(
    `insert into desk.event (id, webhook_id, owner, type, at, payload)
     select id, id, owner, 'order.cancelled', at,
       jsonb_build_object('member', 'm', 'order', $1::jsonb || jsonb_build_object('_id', id)) from desk.journal`,
    [JSON.stringify(ORDER)],
  );
  const letGo = hold(desk, /before=/);
  await renderDesk('/activity');
  expect(await screen.findByText(/^Newest \d+ of at most \d+ lines/, undefined, LONG)).toBeVisible();
  letGo();
  await waitFor(() => expect(screen.getAllByText(/^All 103 lines/)[0]).toBeVisible(), LONG);
});

test('goes on with the events if the oldest of them that is here hides writes', SLOW, async () => {
  await write(MANY);
  await pool().query(
    `insert into desk.event (id, webhook_id, owner, type, at, payload)
     select translate(id, '0', 'f'), id, owner, 'order.cancelled', at + interval '9 days',
       jsonb_build_object('member', 'm', 'order', $1::jsonb || jsonb_build_object('_id', 'x' || id)) from desk.journal`,
    [JSON.stringify(ORDER)],
  );
  desk.asked();
  await renderDesk('/activity');
  await waitFor(() => expect(screen.getAllByText(/^All 206 lines/)[0]).toBeVisible(), LONG);
  const later = desk.asked().filter((each) => each.includes('before='));
  expect(later[0]).toContain('/events/log');
});

test('a load that fails says so, keeps what is there and can be tried again', SLOW, async () => {
  await write(MANY);
  const end = desk.fault(/before=/, () => Response.json({ status: 'error', message: 'no' }, { status: 422 }));
  const user = await renderDesk('/activity?kind=cancelOrder');
  expect(await screen.findByText('1 page could not be loaded.', { exact: false }, LONG)).toBeVisible();
  expect(rowsShown().length).toBeGreaterThan(0);
  end();
  const bar = screen.getByRole('group', { name: 'Loading all lines' });
  await user.click(within(bar).getByText('Retry'));
  await waitFor(() => expect(screen.getAllByText(/^All 103 lines/)[0]).toBeVisible(), LONG);
});

test('what could not be loaded says why until Retry has brought it', SLOW, async () => {
  await write(['2026-11-20T10:00:00.000Z']);
  const end = desk.fault(/\/journal/, refuse);
  const user = await renderDesk('/activity?kind=cancelOrder');
  const alert = await screen.findByRole('alert', {}, LONG);
  expect(alert).toHaveTextContent(/The lines could not be loaded.*Not now/);
  end();
  const letGo = hold(desk, /\/journal/);
  const retry = within(alert).getByText('Retry');
  await user.click(retry);
  await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'true'), LONG);
  expect(retry).toHaveFocus();
  letGo();
  await waitFor(() => expect(rowsShown()).toHaveLength(1), LONG);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what can’t be fetched anew stands, with how old it is', SLOW, async () => {
  await write(['2026-11-20T10:00:00.000Z']);
  const user = await renderDesk('/activity?kind=cancelOrder');
  await waitFor(() => expect(rowsShown()).toHaveLength(1), LONG);
  const end = desk.fault(/\/journal/, refuse);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  const alert = await screen.findByRole('alert', {}, LONG);
  expect(alert).toHaveTextContent(/The lines could not be refreshed\. Shown as of \d\d:\d\d/);
  expect(rowsShown()).toHaveLength(1);
  end();
  await user.click(within(alert).getByText('Retry'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), LONG);
});

test('older lines that could not be loaded are told of, and can be asked for again', SLOW, async () => {
  await write(MANY);
  const end = desk.fault(/before=/, refuse);
  const user = await renderDesk('/activity?kind=cancelOrder');
  expect(await screen.findByText(/^1 page could not be loaded.*Not now/, undefined, LONG)).toBeVisible();
  expect(screen.getByText('PARTIAL')).toBeVisible();
  end();
  await user.click(screen.getByText('Retry'));
  expect(await screen.findByText(/^All 103 lines/, undefined, LONG)).toBeVisible();
  expect(screen.queryByText(/could not be loaded|PARTIAL/)).toBeNull();
});

test('every header sorts, and what is unsettled is on top again without a sort', SLOW, async () => {
  await write(['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']);
  await write(['2026-11-01T10:00:00.000Z'], 'unknown');
  const user = await renderDesk('/activity');
  await waitFor(() => expect(rowsShown()).toHaveLength(3), LONG);
  const checking = () => texts().map((text) => text.includes('Checking'));
  const when = screen.getByRole('button', { name: 'When' });
  await user.click(when);
  await waitFor(
    () => expect(texts().map((text) => text.slice(0, 6))).toEqual(['1 Nov ', '20 Nov', '20 Nov']),
    LONG,
  );
  await user.click(when);
  await waitFor(() => expect(checking()).toEqual([false, false, true]), LONG);
  await user.click(when);
  await waitFor(() => expect(checking()).toEqual([true, false, false]), LONG);
});

test('says to whom it shows only what they did themselves', async () => {
  await desk.signIn(undefined, { demoRole: 'operations' });
  await renderDesk('/activity');
  expect(await screen.findByText(/^Only what you did yourself is shown\./, {}, LONG)).toBeVisible();
});
