import { randomUUID } from 'node:crypto';
import type { Approval } from '#contract/approvals.ts';
import type { Run } from '#contract/runs.ts';
import type { Cast } from './cast.ts';

const ASKED_BECAUSE = 'Asked by the member';
const APPROVED_BECAUSE = 'Agreed by phone';

/** An auditor asks of one order who cancelled it, why, and who approved. */
export async function auditor(cast: Cast): Promise<void> {
  const order = await cancelApproved(cast);
  const reader = await cast.enter('administrator', '/');
  const { page } = reader;
  await reader.jump();
  await reader.paste(page.getByRole('combobox', { name: 'Search or jump' }), order);
  await reader.take(page.getByRole('option', { name: /^Order / }).first());
  await reader.arrive('Activity');
  // Who and why is on the list; who approved, too, and the entry leads to the approval.
  await page.getByText(ASKED_BECAUSE).filter({ visible: true }).first().waitFor();
  await reader.press(page.getByRole('link', { name: 'Cancel order' }).filter({ visible: true }));
  await reader.press(page.getByRole('link', { name: /^Approved by / }).filter({ visible: true }));
  await page.getByText(APPROVED_BECAUSE).filter({ visible: true }).first().waitFor();
}

/** Has an order cancelled as one of a run that someone else approved. Returns its id. */
async function cancelApproved({ ask, orders }: Cast): Promise<string> {
  const { rules } = (await ask('administrator', 'GET', '/desk/rules')) as { rules: object };
  await ask('administrator', 'PUT', '/desk/rules', { ...rules, runLines: { on: true, above: 1 } });
  const chosen = orders.slice(-2);
  const lines = chosen.map(({ member, order }) => ({ memberId: member, orderId: order }));
  const run = `/runs/${randomUUID()}`;
  await ask('operations', 'PUT', run, { kind: 'cancelOrders', reason: ASKED_BECAUSE, lines });
  const { approvals } = (await ask('approver', 'GET', '/desk/approvals')) as { approvals: Approval[] };
  const [asked] = approvals;
  if (!asked) throw new Error('The run needs no approval.');
  const decision = { reason: APPROVED_BECAUSE, hash: asked.hash };
  await ask('approver', 'POST', `/desk/approvals/${asked.id}/approve`, decision);

  const deadline = performance.now() + 90_000;
  while (((await ask('operations', 'GET', run)) as Run).state !== 'done') {
    if (performance.now() > deadline) throw new Error('The run is not done.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return chosen[0]?.order ?? '';
}
