import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { embeddedUpstream } from '#gateway/proxy/upstream.ts';
import { sendJson } from '#tests/support/approvals.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { followingEvents } from '#tests/support/event-source.ts';
import type { TestBrowser } from '#tests/support/gateway.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { addOrders, cancellationsOf, holdInGrace, type RunOrder, runsOf } from '#tests/support/runs.ts';
import { HARBOUR } from '#tests/support/service.ts';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
const LONG = { timeout: 30_000, interval: 200 };
const pool = () => desk.gateway.service.database.pool;
/** A browser of a colleague, next to the one that the tests look at. */
let colleague: TestBrowser;
let orders = 0;

followingEvents();

beforeEach(async () => {
  localStorage.clear();
  colleague = desk.gateway.browser();
  await colleague.signIn();
  await desk.signIn();
});

const someOrders = async (count: number) => await addOrders(pool(), count, `d${orders++}`);
const badOrders = (count: number): RunOrder[] =>
  Array.from({ length: count }, (_, nth) => ({ memberId: 'nobody', orderId: `none-${nth}` }));

async function startedBy(
  browser: TestBrowser,
  lines: readonly RunOrder[],
  rest: object = {},
): Promise<string> {
  const id = randomUUID();
  await runsOf(browser).create(id, lines, rest);
  return id;
}

const open = async (id: string) => await renderDesk(`/orders/runs/${id}`);
const status = async (text: string) =>
  expect(await screen.findByText(text, { selector: '[role=status] *' }, LONG)).toBeVisible();
const chips = () =>
  within(screen.getByRole('group', { name: /^Outcomes of/ }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const press = (name: string | RegExp) => screen.getByRole('button', { name });

describe('a run', () => {
  test('that a colleague started is seen live, with who, why and a report', async () => {
    const lines = await someOrders(3);
    const id = await startedBy(colleague, lines, { reason: 'Duplicate order', note: 'Ticket 4711' });
    await holdInGrace(pool(), id);
    const user = await open(id);
    expect(await screen.findByText(/Starts in \d+ s/, undefined, PATIENCE)).toBeVisible();
    expect(screen.getByText('Reason: Duplicate order')).toBeVisible();
    expect(screen.getByText('Note: Ticket 4711')).toBeVisible();
    expect(screen.getByText(/Started by Crestline/)).toBeVisible();
    const badge = (await screen.findAllByText('Run starting: 0 of 3 orders', undefined, PATIENCE))[0];
    expect(badge).toBeInTheDocument();
    await runsOf(colleague).act(id, 'now');
    await status('Done');
    expect(chips()).toEqual(['All 3', 'Cancelled 3']);
    await waitFor(
      () =>
        expect(rowsShown().map(({ textContent }) => /Cancelled/.test(textContent ?? ''))).toEqual([
          true,
          true,
          true,
        ]),
      LONG,
    );
    const of = rowsShown()[0]?.querySelector(`a[href="/members/${lines[0]?.memberId}"]`);
    expect(of).toBeVisible();
    const report = await fetch(screen.getByRole('link', { name: 'Report (CSV)' }).getAttribute('href') ?? '');
    expect((await report.text()).trim().split('\r\n')).toHaveLength(4);
    expect([...(await cancellationsOf(pool(), lines)).values()]).toEqual([1, 1, 1]);
    await waitFor(() => expect(screen.queryByText(/^Run .*: /)).toBeNull(), LONG);
    // A line leads to its request.
    await user.click(screen.getByRole('link', { name: lines[0]?.orderId ?? '' }));
    expect(await screen.findByRole('link', { name: 'Line 1 of a run' }, PATIENCE)).toBeVisible();
  });

  test('stopped in its grace period has sent nothing, and can be started again', async () => {
    const lines = await someOrders(2);
    const user = await open(await holdInGrace(pool(), await startedBy(colleague, lines)));
    await screen.findByText(/Starts in \d+ s/, undefined, PATIENCE);
    // The second press of a double-click may have been meant for what was there before.
    fireEvent.click(press('Start now'), { detail: 2 });
    await user.click(press('Stop'));
    await status('Stopped');
    expect(screen.getByText(/^Stopped by Crestline.* before anything was sent\.$/)).toBeVisible();
    expect(screen.getByText('0 of 2 orders')).toBeVisible();
    expect(chips()).toEqual(['All 2', 'Not sent 2']);
    const before = address();
    await user.click(press('Retry 2…'));
    const dialog = await screen.findByRole('dialog', undefined, PATIENCE);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel 2 orders' }));
    await waitFor(() => expect(address()).not.toBe(before), PATIENCE);
    await user.click(await screen.findByRole('button', { name: 'Start now' }, PATIENCE));
    await status('Done');
    expect([...(await cancellationsOf(pool(), lines)).values()]).toEqual([1, 1]);
  });

  test('whose retry was not confirmed says so until it is asked for again', async () => {
    const id = await startedBy(colleague, await someOrders(1));
    await runsOf(colleague).act(id, 'stop');
    const user = await open(id);
    const mend = desk.fault(/\/again$/, () => {
      throw new TypeError('Failed to fetch');
    });
    const ask = async () => {
      await user.click(await screen.findByRole('button', { name: 'Retry 1…' }, PATIENCE));
      return within(await screen.findByRole('dialog', undefined, PATIENCE));
    };
    const dialog = await ask();
    await user.click(dialog.getByRole('button', { name: 'Cancel 1 order' }));
    const alert = await dialog.findByRole('alert', undefined, PATIENCE);
    expect(alert).toHaveTextContent('Pledge did not answer. The run may have started.');
    await user.click(dialog.getByRole('button', { name: 'Go back' }));
    mend();
    expect((await ask()).queryByRole('alert')).toBeNull();
  });

  test('of someone who may no longer cancel orders stops, says so, and can be sent by a colleague', async () => {
    const leaver = desk.gateway.browser();
    const { data } = await (await leaver.signIn(undefined, { name: 'Lea Ver' })).json();
    const id = await holdInGrace(pool(), await startedBy(leaver, await someOrders(2)));
    const path = `/desk/people/${data.session.person.id}`;
    expect((await sendJson(colleague, 'PUT', path, { roles: null, disabled: true })).status).toBe(200);
    const user = await open(id);
    await user.click(await screen.findByRole('button', { name: 'Start now' }, PATIENCE));
    await status('Stopped');
    expect(screen.getByText('Lea Ver may no longer cancel orders.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Retry 2…' }, LONG)).toBeEnabled();
  });

  test('offers to retry what was not sent, and says how many orders a retry would not change', async () => {
    const id = await startedBy(colleague, await someOrders(2));
    await runsOf(colleague).act(id, 'stop');
    desk.fault(/^\/runs\/[^/]+$/, async (_, pass) => {
      const { data, ...rest } = await (await pass()).json();
      const counts = { ...data.counts, notSent: 1, refused: 1 };
      return Response.json({ ...rest, data: { ...data, counts, retryable: 1 } });
    });
    const user = await open(id);
    await user.click(await screen.findByRole('button', { name: 'Retry 1…' }, PATIENCE));
    const dialog = await screen.findByRole('dialog', undefined, PATIENCE);
    expect(dialog).toHaveTextContent('1 order that a retry can’t change');
  });

  test('counts down by the gateway’s clock, whatever this browser’s clock says', async () => {
    const id = await startedBy(colleague, badOrders(1));
    const hourAgo = () => new Date(Date.now() - 3_600_000);
    desk.fault(/^\/runs\/[^/]+$/, async (_, pass) => {
      const { data, ...rest } = await (await pass()).json();
      const startsAt = new Date(Date.parse(data.startsAt) - 3_600_000).toISOString();
      return Response.json(
        { ...rest, data: { ...data, startsAt } },
        { headers: { date: hourAgo().toUTCString() } },
      );
    });
    await open(id);
    const seconds = (await screen.findByText(/Starts in \d+ s/, undefined, PATIENCE)).textContent ?? '';
    expect(Number(/\d+/.exec(seconds)?.[0])).toBeLessThanOrEqual(11);
    await runsOf(colleague).act(id, 'stop');
  });

  test('is paused and resumed, and says by whom', async () => {
    const real = embeddedUpstream(desk.gateway.service.fetch);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    desk.replaceService(async (request) => {
      if (request.target.endsWith('/cancel')) await released;
      return await real(request);
    });
    const lines = await someOrders(20);
    const id = await holdInGrace(pool(), await startedBy(colleague, lines));
    const user = await open(id);
    await user.click(await screen.findByRole('button', { name: 'Start now' }, PATIENCE));
    await user.click(await screen.findByRole('button', { name: 'Pause' }, LONG));
    await status('Paused');
    expect(screen.getByText(/^Paused by Crestline/)).toBeVisible();
    release();
    await user.click(press('Resume'));
    await status('Done');
    expect(chips()).toEqual(['All 20', 'Cancelled 20']);
  });

  test('that could not be stopped says so by the button, until it has ended', async () => {
    const id = await startedBy(colleague, badOrders(1));
    const user = await open(id);
    desk.fault(/\/stop$/, refuse);
    await user.click(await screen.findByRole('button', { name: 'Stop' }, PATIENCE));
    const alert = await screen.findByRole('alert', undefined, PATIENCE);
    expect(alert).toHaveTextContent('The run was not stopped');
    expect(alert).toHaveTextContent('Press Stop again.');
    await runsOf(colleague).act(id, 'stop');
    await status('Stopped');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('says so while the service asks for a pause, and when its token is refused', {
    timeout: 60_000,
  }, async () => {
    const real = embeddedUpstream(desk.gateway.service.fetch);
    const answers = [
      { status: 429, retryAfter: '4' },
      { status: 401, retryAfter: null },
    ];
    desk.replaceService(async (request) => {
      const next = request.target.endsWith('/cancel') ? answers.shift() : undefined;
      if (!next) return await real(request);
      const body = new TextEncoder().encode(JSON.stringify({ status: 'error', message: 'Not now' }));
      return { ...next, contentType: 'application/json', body };
    });
    const user = await open(await startedBy(colleague, await someOrders(1)));
    await user.click(await screen.findByRole('button', { name: 'Start now' }, PATIENCE));
    expect(
      await screen.findByText(/^Waiting for the service until \d\d:\d\d:\d\d/, undefined, LONG),
    ).toBeVisible();
    // The session of the refused token ends with it.
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' }, LONG);
    await user.click(within(dialog).getByRole('button', { name: /^Crestline/ }));
    expect(
      await screen.findByText('The run is paused: the access token was refused', undefined, LONG),
    ).toBeVisible();
    await user.click(press('Resume'));
    await status('Done');
    expect(chips()).toEqual(['All 1', 'Cancelled 1']);
  });

  test('shows each line’s outcome in words, and those of one outcome by the address', async () => {
    const [first] = await someOrders(1);
    const { memberId, orderId } = first as RunOrder;
    await desk.gateway.service.call('cancelOrder', { params: { id: memberId, orderId } });
    const id = await startedBy(colleague, [...(await someOrders(1)), { memberId, orderId }, ...badOrders(1)]);
    await runsOf(colleague).act(id, 'now');
    await runsOf(colleague).until(id, ({ state }) => state === 'done');
    const user = await open(id);
    await screen.findByText('Already cancelled', undefined, PATIENCE);
    const news = screen.getByRole('region', { name: 'Progress' }).querySelector('[role=status]');
    await waitFor(
      () => expect(news).toHaveTextContent('Done: 1 cancelled, 1 already cancelled, 1 not found'),
      PATIENCE,
    );
    const outcomes = () => rowsShown().map((row) => row.querySelectorAll('td')[3]?.textContent);
    expect(outcomes()).toEqual(['Cancelled', 'Already cancelled', 'Not found']);
    await user.click(press('Refused 2'));
    await waitFor(() => expect(outcomes()).toEqual(['Already cancelled', 'Not found']), PATIENCE);
    expect(address()).toBe(`/orders/runs/${id}?outcome=refused`);
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  });

  test('of many lines shows the first at once, and then all of them', async () => {
    const id = await startedBy(colleague, badOrders(620));
    await runsOf(colleague).act(id, 'stop');
    const letGo = hold(desk, /after=500/);
    await open(id);
    expect(await screen.findByText(/^First 500 of 620 lines/, undefined, LONG)).toBeVisible();
    letGo();
    expect(await screen.findByText(/^All 620 lines/, undefined, LONG)).toBeVisible();
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '621');
  });

  test('reads only those of its lines again that can still change', async () => {
    const id = await holdInGrace(pool(), await startedBy(colleague, badOrders(620)));
    await pool().query("update desk.journal set outcome = 'refused' where run = $1 and line <= 500", [id]);
    desk.asked();
    const user = await open(id);
    await screen.findByText(/^All 620 lines/, undefined, LONG);
    await runsOf(colleague).act(id, 'stop');
    await user.click(press('Line'));
    await user.click(press('Line'));
    const outcome = () => rowsShown()[0]?.querySelectorAll('td')[3]?.textContent;
    await waitFor(() => expect(outcome()).toBe('Not sent'), LONG);
    const lines = desk.asked().filter((each) => each.includes('/lines'));
    expect(lines.filter((each) => each.includes('after=0&'))).toHaveLength(1);
    expect(lines.filter((each) => each.includes('after=500&')).length).toBeGreaterThan(1);
  });

  test('that goes on all the time shows all its lines, and then reads them again', {
    timeout: 90_000,
  }, async () => {
    const id = await holdInGrace(pool(), await startedBy(colleague, badOrders(620)));
    let reads = 0;
    desk.fault(/^\/runs\/[^/]+$/, async (_, pass) => {
      const { data, ...rest } = await (await pass()).json();
      reads += 1;
      const counts = { ...data.counts, refused: reads, waiting: data.counts.waiting - reads };
      return Response.json({ ...rest, data: { ...data, counts } });
    });
    // Every later page takes so long that the run has gone on by then.
    const end = desk.fault(/^\/runs\/[^/]+\/lines\?.*after=500/, async (_, pass) => {
      const since = reads;
      await vi.waitFor(() => expect(reads).toBeGreaterThan(since + 1), LONG);
      return await pass();
    });
    await open(id);
    const rows = () => screen.getByRole('table').getAttribute('aria-rowcount');
    await waitFor(() => expect(rows()).toBe('621'), { timeout: 30_000, interval: 200 });
    end();
    desk.asked();
    await waitFor(
      () => expect(desk.asked().filter((each) => /lines/.test(each)).length).toBeGreaterThan(0),
      LONG,
    );
    await runsOf(colleague).act(id, 'stop');
  });

  test.each(['not-a-run', 'not%00a-run', randomUUID()])(
    'that is not there is said to be so: %s',
    async (id) => {
      await open(id);
      expect(await screen.findByText('Run not found', undefined, PATIENCE)).toBeVisible();
    },
  );

  test('of another organisation is not there', async () => {
    await colleague.signIn(HARBOUR);
    const id = await startedBy(colleague, badOrders(1));
    await open(id);
    expect(await screen.findByText('Run not found', undefined, PATIENCE)).toBeVisible();
    await runsOf(colleague).act(id, 'stop');
  });
});
