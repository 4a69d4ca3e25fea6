import type { Cast } from './cast.ts';

/** A creditor looks at what is late, opens the worst loan that no one has followed up, and notes what was agreed. */
export async function morning({ enter }: Cast): Promise<void> {
  const creditor = await enter('creditor', '/');
  const { page } = creditor;
  const late = page.getByRole('list', { name: 'Late without a follow-up' });
  await creditor.press(late.getByRole('link').first());
  const panel = page.getByRole('region', { name: 'Follow-ups' });
  await creditor.press(panel.getByRole('button', { name: 'Add follow-up' }));
  const note = 'Called. Pays half on Friday.';
  await creditor.type(panel.getByLabel('Note'), note);
  await creditor.press(panel.getByRole('button', { name: 'Save follow-up' }));
  await panel.getByRole('listitem').filter({ hasText: note }).waitFor();
}
