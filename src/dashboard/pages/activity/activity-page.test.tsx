import { act, screen, waitFor, within } from '@testing-library/react';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeSettings, DEFAULT_SETTINGS } from '#dashboard/lib/settings.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { FetchedEventSource } from '#tests/support/event-source.ts';
import { WEBHOOK_SECRET } from '#tests/support/gateway.ts';
import { PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
const pool = () => desk.gateway.service.database.pool;

beforeEach(async () => {
  vi.stubGlobal('EventSource', FetchedEventSource);
  await pool().query('truncate desk.journal, desk.event');
  await desk.signIn();
});
afterEach(() => {
  vi.unstubAllGlobals();
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
  for (const at of times) {
    const id = Date.parse(at).toString(16).padStart(12, '0') + String(++count).padStart(16, '0');
    await pool().query(
      `insert into desk.journal (id, owner, kind, outcome, at, who, target, note, request_id)
       values ($1, $2, 'cancelOrder', $3, $4, 'Crestline Capital', $5, '{}', 'request')`,
      [id, owner, outcome, at, JSON.stringify({ id: 'm', orderId: at })],
    );
  }
}

const texts = () => rowsShown().map(({ textContent }) => textContent ?? '');

test('what happened elsewhere is announced within a second, and moves nothing until it is asked for', async () => {
  await write(['2026-11-20T10:00:00.000Z']);
  const user = await renderDesk('/activity');
  await waitFor(() => expect(rowsShown()).toHaveLength(1), PATIENCE);
  await waitFor(() => expect(desk.asked().join()).toContain('/events'), PATIENCE);
  const [before] = texts();
  for (const order of ['first1', 'second', 'third3']) await tell(order);
  await tell('others', 'Harbour');
  const fresh = await screen.findByRole('button', { name: '3 new' }, PATIENCE);
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(texts()).toEqual([before]);
  await user.click(fresh);
  await waitFor(() => expect(rowsShown()).toHaveLength(4), PATIENCE);
  expect(texts().map((text) => /first1|second|third3/.exec(text)?.[0])).toEqual([
    'third3',
    'second',
    'first1',
    undefined,
  ]);
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull();
});

describe('days', () => {
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
    await waitFor(() => expect(rowsShown()).toHaveLength(2), PATIENCE);
    const asked = new URL(
      desk
        .asked()
        .find((line) => line.includes('/journal?from'))
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

test('what is unsettled stands on top and is said, whatever is newer, and only where it matches', async () => {
  await write(['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']);
  await write(['2026-11-01T10:00:00.000Z'], 'unknown');
  await renderDesk('/activity');
  expect(await screen.findByText('1 with an unknown outcome', undefined, PATIENCE)).toBeVisible();
  await waitFor(() => expect(rowsShown()).toHaveLength(3), PATIENCE);
  expect(texts().map((text) => text.includes('Unknown'))).toEqual([true, false, false]);
});

test('a filter leaves out what doesn’t match, unsettled or not', async () => {
  await write(['2026-11-20T10:00:00.000Z']);
  await write(['2026-11-01T10:00:00.000Z'], 'unknown');
  await tell('told00');
  await renderDesk('/activity?from=2026-11-02');
  expect(await screen.findByText('1 with an unknown outcome', undefined, PATIENCE)).toBeVisible();
  await waitFor(() => expect(rowsShown()).toHaveLength(2), PATIENCE);
  expect(texts().join()).not.toContain('Unknown');
});

test('a file holds all that matches once all is loaded, and says PARTIAL before that', async () => {
  const minute = (nth: number) => new Date(Date.UTC(2026, 10, 1, 0, nth)).toISOString();
  await write(Array.from({ length: 230 }, (_, nth) => minute(nth)));
  await write(['2026-11-01T10:00:00.000Z'], 'done', 'Harbour');
  await tell('told00');
  const user = await renderDesk('/activity');
  const opener = await screen.findByRole('button', { name: 'Export' }, PATIENCE);
  await user.hover(opener);
  // A part whose code is still on its way would suspend for good inside the press.
  await act(async () => void (await import('#dashboard/table/export-dialog.tsx')));
  await user.click(opener);
  const before = await screen.findByRole('dialog');
  expect(within(before).getByText('PARTIAL')).toBeVisible();
  expect(within(before).getByText(/101 of 231 rows; the newest of them/)).toBeVisible();
  await user.click(within(before).getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Load all 231 lines' }));
  await waitFor(() => expect(screen.getAllByText(/^All 231 lines/)[0]).toBeVisible(), PATIENCE);
  expect(screen.queryByRole('button', { name: /^Load/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('button', { name: 'Export 231 rows' })).toBeVisible();
  expect(within(dialog).queryByText('PARTIAL')).toBeNull();
});

test('a load that fails says so, keeps what is there and can be tried again', async () => {
  const minute = (nth: number) => new Date(Date.UTC(2026, 10, 1, 0, nth)).toISOString();
  await write(Array.from({ length: 130 }, (_, nth) => minute(nth)));
  const user = await renderDesk('/activity?kind=cancelOrder');
  const end = desk.fault(/before=/, () => new Response('{"status":"error","message":"no"}', { status: 422 }));
  await user.click(await screen.findByRole('button', { name: 'Load all 130 lines' }, PATIENCE));
  expect(await screen.findByText('1 page could not be loaded.', { exact: false }, PATIENCE)).toBeVisible();
  expect(rowsShown().length).toBeGreaterThan(0);
  end();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getAllByText(/^All 130 lines/)[0]).toBeVisible(), PATIENCE);
});
