import { randomUUID } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import type { TestBrowser } from '#tests/support/gateway.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { holdInGrace, runsOf } from '#tests/support/runs.ts';
import { CRESTLINE, HARBOUR } from '#tests/support/service.ts';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
const LONG = { timeout: 30_000, interval: 200 };
const pool = () => desk.gateway.service.database.pool;
/** A browser of a colleague, next to the one that the tests look at. */
let colleague: TestBrowser;

beforeEach(async () => {
  localStorage.clear();
  colleague = desk.gateway.browser();
  await colleague.signIn();
  await desk.signIn();
  await pool().query('delete from desk.journal');
  await pool().query('delete from desk.run');
});

async function startedBy(browser: TestBrowser, count: number, reason: string): Promise<string> {
  const id = randomUUID();
  const lines = Array.from({ length: count }, (_, nth) => ({ memberId: 'nobody', orderId: `none-${nth}` }));
  await runsOf(browser).create(id, lines, { reason });
  return id;
}

/** Sixty runs that have ended, more than the gateway returns at once. */
async function sixtyRuns(): Promise<void> {
  const id = await startedBy(colleague, 1, 'Reason 0');
  await runsOf(colleague).act(id, 'stop');
  await pool().query(
    `insert into desk.run (owner, id, place, kind, reason, note, who, organisation, content, state, starts_at, created_at,
       finished_at)
     select owner, gen_random_uuid(), lpad(to_hex(('x' || left(place, 12))::bit(48)::bigint + nth), 12, '0') || substr(place, 13),
       kind, 'Reason ' || nth, note, who, organisation, content, state, starts_at,
       created_at + nth * interval '1 second', finished_at
     from desk.run, generate_series(1, 59) as nth where id = $1`,
    [id],
  );
}

describe('the list of runs', () => {
  test('has the newest first, without those of other organisations, and leads to each', async () => {
    const older = await startedBy(colleague, 2, 'Older');
    await runsOf(colleague).act(older, 'stop');
    const newer = await holdInGrace(pool(), await startedBy(colleague, 3, 'Newer'));
    await colleague.signIn(HARBOUR);
    const foreign = await startedBy(colleague, 1, 'Foreign');
    await runsOf(colleague).act(foreign, 'stop');
    const user = await renderDesk('/orders/runs');
    await waitFor(() => expect(rowsShown()).toHaveLength(2), PATIENCE);
    const texts = rowsShown().map(({ textContent }) => textContent ?? '');
    expect(texts[0]).toMatch(/Starting3.*Newer/);
    expect(texts[1]).toMatch(/Stopped2.*Older/);
    // What a colleague does is seen here, too.
    await colleague.signIn(CRESTLINE);
    await runsOf(colleague).act(newer, 'stop');
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent('Stopped'), LONG);
    await user.click(within(rowsShown()[0] as HTMLElement).getByRole('link'));
    await waitFor(() => expect(address()).toBe(`/orders/runs/${newer}`), PATIENCE);
  });

  test('is searched by an order, a reason or a name, live', async () => {
    const wrong = await startedBy(colleague, 3, 'Wrong price');
    await runsOf(colleague).act(await startedBy(colleague, 1, 'Duplicate'), 'stop');
    await holdInGrace(pool(), wrong);
    const user = await renderDesk('/orders/runs');
    await waitFor(() => expect(rowsShown()).toHaveLength(2), PATIENCE);
    const box = screen.getByRole('searchbox', { name: 'Search runs by ID, reason or person’s name' });
    for (const [q, expected] of [
      ['none-2', ['Wrong price']],
      ['none-0', ['Duplicate', 'Wrong price']],
      ['dupl', ['Duplicate']],
      ['crestline', ['Duplicate', 'Wrong price']],
      [wrong, ['Wrong price']],
    ] as const) {
      await user.clear(box);
      await user.type(box, `${q}{Enter}`);
      const reasons = () =>
        rowsShown().map(({ textContent }) => /Wrong price|Duplicate/.exec(textContent ?? '')?.[0]);
      await waitFor(() => expect(reasons()).toEqual(expected), PATIENCE);
    }
    expect(address()).toBe(`/orders/runs?q=${wrong}`);
    expect(screen.getByText(/^1 run found\./)).toBeVisible();
    await runsOf(colleague).act(wrong, 'stop');
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent('Stopped'), LONG);
    await user.clear(box);
    await user.type(box, 'nothing{Enter}');
    expect(await screen.findByText('Nothing found for “nothing”', {}, PATIENCE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(rowsShown()).toHaveLength(2), PATIENCE);
  });

  test('counts every order of a run under one outcome', async () => {
    await runsOf(colleague).act(await startedBy(colleague, 6, 'Mixed'), 'stop');
    const ends = ['done', 'refused', 'not-done', 'unknown', 'not-sent', 'not-sent'];
    await pool().query('update desk.journal set outcome = ($1::text[])[line]', [ends]);
    await renderDesk('/orders/runs');
    await waitFor(() => expect(rowsShown()).toHaveLength(1), PATIENCE);
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent ?? '');
    const cells = within(rowsShown()[0] as HTMLElement).getAllByRole('cell');
    const figures = heads.flatMap((head, nth) => {
      const text = cells[nth]?.textContent ?? '';
      return /^\d$/.test(text) ? [`${text} ${head}`] : [];
    });
    expect(figures).toEqual([
      '6 Orders',
      '1 Cancelled',
      '1 Refused',
      '1 Not cancelled',
      '1 Checking',
      '2 Not sent',
      '0 Waiting',
    ]);
  });

  test('names each run by its size and when it was created', async () => {
    await runsOf(colleague).act(await startedBy(colleague, 2, 'Older'), 'stop');
    await runsOf(colleague).act(await startedBy(colleague, 1, 'Newer'), 'stop');
    await pool().query("update desk.run set created_at = '2026-11-20T10:05:00Z'");
    const { matchMedia } = window;
    const media = vi.spyOn(window, 'matchMedia').mockImplementation(() => matchMedia('(width < 48rem)'));
    onTestFinished(() => media.mockRestore());
    await renderDesk('/orders/runs');
    const names = ['run of 1 order, 20 Nov 2026, 10:05', 'run of 2 orders, 20 Nov 2026, 10:05'];
    for (const name of names)
      expect(await screen.findByRole('link', { name: `Open ${name}` }, PATIENCE)).toBeVisible();
  });

  test('says how to start the first', async () => {
    await desk.signIn(HARBOUR);
    await renderDesk('/orders/runs');
    expect(await screen.findByText('No runs yet', undefined, PATIENCE)).toBeVisible();
  });

  test('of many has the newest at once, and then all of them', async () => {
    await sixtyRuns();
    const letGo = hold(desk, /before=/);
    await renderDesk('/orders/runs');
    expect(await screen.findByText(/^Newest 25 of 60 runs/, undefined, PATIENCE)).toBeVisible();
    expect(rowsShown()).toHaveLength(25);
    letGo();
    expect(await screen.findByText(/^All 60 runs/, undefined, PATIENCE)).toBeVisible();
    expect(rowsShown()).toHaveLength(60);
    expect(screen.queryByRole('button', { name: /^Load/ })).toBeNull();
  });

  test('does not read older runs again that have ended, and shows at once what becomes of the others', async () => {
    await sixtyRuns();
    const held = await holdInGrace(pool(), await startedBy(colleague, 2, 'Newest'));
    await pool().query("update desk.run set place = 'ffffffffffff' || substr(place, 13) where id = $1", [
      held,
    ]);
    await renderDesk('/orders/runs');
    expect(await screen.findByText(/^All 61 runs/, undefined, PATIENCE)).toBeVisible();
    expect(rowsShown()[0]).toHaveTextContent('Starting');
    desk.asked();
    await runsOf(colleague).act(held, 'stop');
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent('Stopped'), LONG);
    expect(desk.asked().filter((each) => each.includes('/runs?before='))).toEqual([]);
  });

  test('is sorted by a header, which says of how many', async () => {
    await sixtyRuns();
    const letGo = hold(desk, /before=/);
    const user = await renderDesk('/orders/runs');
    await screen.findByText(/^Newest 25 of 60 runs/, undefined, PATIENCE);
    await user.click(screen.getByRole('button', { name: 'Reason' }));
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent(/Reason 35(?!\d)/), PATIENCE);
    expect(address()).toBe('/orders/runs?sort=reason');
    expect(screen.getByText(/^Newest 25 of 60 runs/)).toBeVisible();
    letGo();
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent(/Reason 0(?!\d)/), PATIENCE);
  });

  test('whose older runs could not be loaded says so, and Retry brings them', async () => {
    await sixtyRuns();
    const end = desk.fault(/\/runs\?.*before=/, refuse);
    const user = await renderDesk('/orders/runs');
    expect(await screen.findByText('PARTIAL', {}, PATIENCE)).toBeVisible();
    const bar = screen.getByRole('group', { name: 'Loading all runs' });
    expect(bar).toHaveTextContent(/PARTIAL.*25 of 60 runs.*1 page could not be loaded.*Not now/);
    expect(rowsShown()).toHaveLength(25);
    end();
    await user.click(within(bar).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^All 60 runs/, undefined, PATIENCE)).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Loading all runs' })).toBeNull();
  });

  test('that can’t be refreshed stays, with how old it is', async () => {
    await sixtyRuns();
    const user = await renderDesk('/orders/runs');
    await screen.findByText(/^All 60 runs/, undefined, PATIENCE);
    const end = desk.fault(/\/runs\?/, refuse);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent(/The runs could not be refreshed\. Shown as of \d\d:\d\d/);
    expect(rowsShown()).toHaveLength(60);
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), PATIENCE);
  });
});
