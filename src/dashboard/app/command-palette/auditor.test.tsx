import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { ordersOf } from '#tests/support/orders.ts';
import { address, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { runsOf } from '#tests/support/runs.ts';

const desk = deskOfFile();

test('who cancelled an order, why, and who approved it: two steps from the jump, without a pointer', async () => {
  const { gateway } = desk;
  const { pool } = gateway.service.database;
  await setRules(await browserAs(gateway, 'administrator'), { runLines: { on: true, above: 1 } });
  const orders = (await ordersOf(pool, {})).slice(0, 2);
  const clerk = await browserAs(gateway, 'operations');
  const run = newUuid();
  await runsOf(clerk).create(
    run,
    orders.map(({ id, memberId }) => ({ memberId, orderId: id })),
    { reason: 'Asked by the member' },
  );
  const approver = await browserAs(gateway, 'approver');
  const { id, hash } = await newestApproval(approver);
  await sendJson(approver, 'POST', `/desk/approvals/${id}/approve`, { reason: 'Agreed', hash });
  const order = orders[0]?.id ?? '';
  await waitFor(async () => {
    const { data } = await sendJson(clerk, 'GET', `/journal?order=${order}`);
    expect(data.entries[0].outcome).toBe('done');
  }, PATIENCE);

  await desk.signIn(undefined, { demoRole: 'administrator' });
  const user = await renderDesk('/settings');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await waitFor(
    () => expect(screen.getByRole('combobox', { name: 'Search or jump' })).toHaveFocus(),
    PATIENCE,
  );
  await user.paste(order);
  await screen.findByRole('option', { name: /^Order / }, PATIENCE);
  // Step one: the order's activity.
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/activity?order=${order}`), PATIENCE);
  expect(await screen.findByText('Asked by the member', {}, PATIENCE)).toBeVisible();
  expect(screen.getByText('Ruth Kamau', { selector: 'td *' })).toBeVisible();
  expect(screen.getByText('Samuel Adeleke', { selector: 'td *' })).toBeVisible();
  // Step two: the cancellation itself.
  screen.getByRole('link', { name: 'Cancel order' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('link', { name: /^Approved by / }, PATIENCE)).toBeVisible();
});

test('a run and a request are found by their whole IDs, and not taken for an order', async () => {
  const clerk = await browserAs(desk.gateway, 'operations');
  const run = newUuid();
  await runsOf(clerk).create(run, [{ memberId: 'nobody', orderId: 'one' }]);
  await runsOf(clerk).act(run, 'now');
  let entry = '';
  await waitFor(async () => {
    const { data } = await sendJson(clerk, 'GET', `/journal?run=${run}`);
    entry = data.entries[0].id;
  }, PATIENCE);
  await desk.signIn(undefined, { demoRole: 'operations' });
  const user = await renderDesk('/settings');
  await screen.findByRole('heading', { level: 1 });
  for (const { id, name, to } of [
    { id: run, name: /^Run /, to: `/orders/runs/${run}` },
    { id: entry, name: /^Request /, to: `/activity/${entry}` },
  ]) {
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Search or jump' }, PATIENCE);
    await waitFor(() => expect(field).toHaveFocus(), PATIENCE);
    await user.paste(id);
    const option = await screen.findByRole('option', { name }, PATIENCE);
    expect(screen.queryByRole('option', { name: /^Cancel order/ })).toBeNull();
    await user.click(option);
    await waitFor(() => expect(address()).toBe(to), PATIENCE);
  }
});
