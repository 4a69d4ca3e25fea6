import type { Cast } from './cast.ts';

/** A clerk asks for 60 cancellations and leaves, an approver allows them, and the clerk fetches the report. */
export async function cancellations({ enter, ask, orders }: Cast): Promise<void> {
  const { rules } = (await ask('administrator', 'GET', '/desk/rules')) as { rules: object };
  await ask('administrator', 'PUT', '/desk/rules', { ...rules, runLines: { on: true, above: 50 } });
  const clerk = await enter('operations', '/orders/cancel');
  const lines = orders.slice(0, 60).map(({ member, order }) => `${member},${order}`);
  await clerk.paste(clerk.page.getByLabel(/Paste lines/), lines.join('\n'));
  await clerk.choose(clerk.page.getByLabel('Reason', { exact: true }), 'The member asked for it');
  await clerk.press(clerk.page.getByRole('button', { name: 'Cancel 60 orders…' }));
  const dialog = clerk.page.getByRole('dialog');
  await clerk.type(dialog.getByLabel('Type 60 to confirm'), '60');
  await clerk.press(dialog.getByRole('button', { name: 'Cancel 60 orders' }));
  await clerk.page.getByText('Someone else has to approve this run.').waitFor();
  const run = new URL(clerk.page.url()).pathname;
  await clerk.page.context().close();

  const approver = await enter('approver', '/approvals');
  const { page } = approver;
  await approver.press(page.getByRole('link', { name: /Cancellation of 60 orders/ }).first());
  await approver.type(page.getByLabel('Reason', { exact: true }), 'Agreed');
  await approver.press(page.getByRole('button', { name: 'Approve' }));
  await page.getByText('Agreed').first().waitFor();

  const reader = await enter('operations', run);
  await reader.page.getByText('60 of 60 orders', { exact: true }).waitFor({ timeout: 90_000 });
  const report = reader.page.waitForEvent('download');
  await reader.press(reader.page.getByRole('link', { name: /^Report/ }));
  await report;
}
