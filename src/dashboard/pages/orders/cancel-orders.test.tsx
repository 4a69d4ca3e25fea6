import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { embeddedUpstream, UpstreamFault } from '#gateway/upstream.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { stateOf } from '#tests/support/orders.ts';
import { PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
/** For a run: looked at now and then, because a look at every change would hold up what runs in this process. */
const LONG = { timeout: 60_000, interval: 1_000, container: document.createElement('div') };

beforeEach(() => {
  localStorage.clear();
});

interface Pair {
  member: string;
  order: string;
}

/** Orders of the demo that nobody has touched, by status and type. */
async function ordersOf(status: string, swap = false): Promise<Pair[]> {
  const { rows } = await desk.gateway.service.database.pool.query<Pair>(
    `select m.id as member, r.id as "order" from service.member_order r
     join service.member m on m.user_id = r.user_id join service.organisation o on o.id = r.organisation_id
     where o.name = 'Crestline' and r.status = $1 and (r.type = 'Swap') = $2 order by r.id`,
    [status, swap],
  );
  return rows;
}

const textOf = (pairs: readonly Pair[]) => pairs.map(({ member, order }) => `${member},${order}`);

/** Waits until the code of a long table is there, which comes once there is one. */
async function paste(text: string): Promise<void> {
  await act(async () => {
    fireEvent.change(screen.getByLabelText(/Paste lines/), { target: { value: text } });
    await import('#dashboard/table/virtual-body.tsx');
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
}

async function confirm(user: UserEvent, count: number): Promise<void> {
  await user.selectOptions(screen.getByLabelText('Reason'), 'Duplicate order');
  await user.click(await screen.findByRole('button', { name: new RegExp(`^Cancel ${count} orders?…`) }));
  const dialog = await screen.findByRole('dialog');
  if (count >= 20) await user.type(within(dialog).getByLabelText(`Type ${count} to confirm`), String(count));
  await user.click(within(dialog).getByRole('button', { name: new RegExp(`^Cancel ${count} order`) }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE);
}

/** The counts that the page shows, by their label. */
function tally(): Record<string, number> {
  const chips = within(screen.getByRole('group', { name: /^Outcomes of/ })).getAllByRole('button');
  return Object.fromEntries(
    chips.map(({ textContent }) => {
      const [, label = '', count = ''] = /^(.*?) ([\d,]+)$/.exec(textContent ?? '') ?? [];
      return [label, Number(count.replace(',', ''))];
    }),
  );
}

async function journal() {
  const { rows } = await desk.gateway.service.database.pool.query<{
    outcome: string;
    order: string;
    reason: string;
    run: string;
  }>(
    `select outcome, target->>'orderId' as order, note->>'reason' as reason, note->>'run' as run
     from desk.journal order by id`,
  );
  return rows;
}

test('of 100 lines each has one outcome, whatever it is, and nothing is done twice', {
  timeout: 90_000,
}, async () => {
  const { pool } = desk.gateway.service.database;
  const active = await ordersOf('Active');
  const fresh = active.slice(0, 63);
  const spare = active.slice(63, 68);
  const terminated = (await ordersOf('Terminated')).slice(0, 10);
  const fulfilled = (await ordersOf('Fulfilled')).slice(0, 10);
  const swaps = (await ordersOf('Active', true)).slice(0, 4);
  const memberOf = (not: string) => active.find(({ member }) => member !== not)?.member ?? '';
  const foreign = spare.map(({ member, order }) => ({ member: memberOf(member), order }));
  expect([fresh, spare, terminated, fulfilled, swaps].map(({ length }) => length)).toEqual([
    63, 5, 10, 10, 4,
  ]);
  const malformed = [
    'only-a-member',
    'm 1,o1',
    `${fresh[0]?.member},../../session`,
    ',',
    `"${fresh[0]?.member},o`,
  ];
  const lines = [
    ...textOf([...fresh, ...terminated, ...fulfilled, ...foreign, ...swaps]),
    ...malformed,
    ...textOf(fresh.slice(0, 3)),
  ];
  expect(lines).toHaveLength(100);

  // Two calls reach the service, and their answers are lost on the way back.
  const lost = new Set(fresh.slice(10, 12).map(({ order }) => order));
  const real = embeddedUpstream(desk.gateway.service.fetch);
  desk.replaceService(async (request) => {
    const answer = await real(request);
    const order = [...lost].find((id) => request.target.includes(id));
    if (order === undefined) return answer;
    lost.delete(order);
    throw new UpstreamFault('timeout');
  });

  await desk.signIn();
  const user = await renderDesk('/orders/cancel');
  await screen.findByLabelText(/Paste lines/, undefined, PATIENCE);
  await paste(lines.join('\r\n'));
  expect(
    await screen.findByText(/92 to send, 3 duplicates folded, 5 malformed/, undefined, PATIENCE),
  ).toBeVisible();
  desk.asked();
  await confirm(user, 92);
  expect(screen.getByText(/Nothing is sent yet: the first of 92 orders goes out in/)).toBeVisible();
  expect(desk.asked().filter((line) => line.includes('/cancel'))).toEqual([]);

  await waitFor(() => expect(screen.getByText('Done')).toBeVisible(), LONG);
  await waitFor(() =>
    expect(tally()).toEqual({
      All: 92,
      Cancelled: 61,
      'Already cancelled': 12,
      'Already fulfilled': 10,
      'Not this member’s': 5,
      'Can’t be cancelled': 4,
    }),
  );
  for (const { order } of fresh) {
    const { status, escrow, events } = await stateOf(pool, order);
    expect([status, escrow.map(({ kind }) => kind), events.length]).toEqual([
      'Terminated',
      ['hold', 'reversal'],
      1,
    ]);
  }
  for (const { order } of [...spare, ...swaps]) {
    expect((await stateOf(pool, order)).escrow.map(({ kind }) => kind)).toEqual(['hold']);
  }
  await waitFor(async () => {
    const entries = await journal();
    expect(entries.filter(({ outcome }) => outcome === 'found-done')).toHaveLength(2);
    expect(entries.filter(({ outcome }) => outcome === 'unknown')).toEqual([]);
  }, PATIENCE);
  const entries = await journal();
  const carriedOut = entries.filter(({ outcome }) => outcome === 'done' || outcome === 'found-done');
  expect(carriedOut.map(({ order }) => order).sort()).toEqual(fresh.map(({ order }) => order).sort());
  expect(new Set(entries.map(({ reason, run }) => `${reason} ${run}`)).size).toBe(1);
  expect(entries[0]?.reason).toBe('Duplicate order');
  // Those that failed and may yet succeed stay chosen for another run.
  expect(screen.getByRole('button', { name: 'Run 9 again…' })).toBeVisible();
});

describe('a run', () => {
  test('can be stopped before its first request, and what was pasted is still there', async () => {
    const [pair] = (await ordersOf('Active')).slice(-1);
    await desk.signIn();
    const user = await renderDesk('/orders/cancel');
    await screen.findByLabelText(/Paste lines/, undefined, PATIENCE);
    await paste(textOf([pair as Pair]).join());
    await confirm(user, 1);
    desk.asked();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByLabelText(/Paste lines/)).toHaveValue(textOf([pair as Pair]).join());
    expect(desk.asked().filter((line) => line.includes('/cancel'))).toEqual([]);
  });

  test('outlives the page: what was in flight is unknown, is probed first, and ends as it is', {
    timeout: 60_000,
  }, async () => {
    const [first, second, third] = (await ordersOf('Active')).slice(-3) as [Pair, Pair, Pair];
    const real = embeddedUpstream(desk.gateway.service.fetch);
    // The page went away after the service took the first, with the second's answer here, and the third unsent.
    await desk.gateway.service.call('cancelOrder', { params: { id: first.member, orderId: first.order } });
    await desk.signIn();
    desk.replaceService(real);
    const state = await (await fetch('/session')).json();
    const { holder } = state.data.session;
    const at = new Date().toISOString();
    const row = (pair: Pair, line: number, is: string) => ({
      ...{ line, ...pair, state: is, lost: false, probes: 0, owed: false, at },
    });
    const keep = (key: string, value: unknown) =>
      localStorage.setItem(`pledge-cancel-runs:${holder}|${key}`, JSON.stringify(value));
    keep('head', {
      ...{ id: 'run-1', host: 'h', reason: 'r', startedAt: at, phase: 'running', total: 3, leftOut: [] },
    });
    keep('row|000000', row(first, 1, 'sent'));
    keep('row|000001', row(second, 2, 'cancelled'));
    keep('row|000002', row(third, 3, 'waiting'));
    const user = await renderDesk('/orders/cancel');
    expect(await screen.findByText('The run was interrupted', undefined, PATIENCE)).toBeVisible();
    expect(tally()).toEqual({ All: 3, Waiting: 1, Cancelled: 1, Unknown: 1 });
    desk.asked();
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(screen.getByText('Done')).toBeVisible(), LONG);
    expect(tally()).toEqual({ All: 3, Cancelled: 2, 'Already cancelled': 1 });
    const sent = desk.asked().filter((line) => line.includes('/cancel'));
    expect(sent.map((line) => line.split('/')[6])).toEqual([first.order, third.order]);
    expect(screen.getByText(/most likely by the lost call/)).toBeVisible();
  });

  test('pauses when the session ends, sends nothing without one, and goes on after the sign-in', {
    timeout: 60_000,
  }, async () => {
    const [pair] = (await ordersOf('Active')).slice(-1) as [Pair];
    await desk.signIn();
    const user = await renderDesk('/orders/cancel');
    await screen.findByLabelText(/Paste lines/, undefined, PATIENCE);
    await paste(textOf([pair]).join());
    await confirm(user, 1);
    desk.endSession();
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' }, { timeout: 40_000 });
    await user.click(within(dialog).getByRole('button', { name: 'Crestline' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE);
    expect(screen.getByText('Your session has ended, so the run paused')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(tally()).toEqual({ All: 1, Cancelled: 1 }), LONG);
  });
});
