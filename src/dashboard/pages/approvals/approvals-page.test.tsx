import { randomUUID } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { browserAs, sendJson, setRules } from '#tests/support/approvals.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { runsOf } from '#tests/support/runs.ts';

const desk = deskOfFile();

test('approvals are searched by ID, reason or name, in any state', async () => {
  await setRules(await browserAs(desk.gateway, 'administrator'), { runLines: { on: true, above: 1 } });
  const clerk = await browserAs(desk.gateway, 'operations');
  const ask = async (reason: string) => {
    const run = randomUUID();
    const lines = ['one', 'two'].map((order) => ({ memberId: 'nobody', orderId: `${order}-${reason}` }));
    await runsOf(clerk).create(run, lines, { reason });
    return run;
  };
  await ask('Duplicate');
  const run = await ask('Fraud');
  const { data } = await sendJson(clerk, 'GET', `/desk/approvals?q=${run}`);
  const { id, hash } = data.approvals[0];
  await sendJson(clerk, 'POST', `/desk/approvals/${id}/withdraw`, { reason: 'Wrong list', hash });
  await desk.signIn(undefined, { demoRole: 'approver' });
  const user = await renderDesk('/approvals');
  await waitFor(() => expect(rowsShown()).toHaveLength(2), PATIENCE);
  const box = screen.getByRole('searchbox', { name: 'Search approvals by ID, reason or person’s name' });
  for (const [q, states] of [
    [id, ['Withdrawn']],
    [run, ['Withdrawn']],
    ['two-Duplicate', ['Waiting']],
    ['fraud', ['Withdrawn']],
    ['Ruth', ['Withdrawn', 'Waiting']],
  ] as const) {
    await user.clear(box);
    await user.type(box, `${q}{Enter}`);
    const shown = () =>
      rowsShown().map(({ textContent }) => /Withdrawn|Waiting/.exec(textContent ?? '')?.[0]);
    await waitFor(() => expect(shown()).toEqual(states), PATIENCE);
  }
  await user.click(screen.getByRole('link', { name: 'Rejected' }));
  expect(await screen.findByText('Nothing found for “Ruth”', {}, PATIENCE)).toBeVisible();
  expect(address()).toBe('/approvals?q=Ruth&state=rejected');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByText('No requests are rejected', {}, PATIENCE)).toBeVisible();
});
