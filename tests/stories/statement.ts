import type { Cast } from './cast.ts';

/** Finds a customer and prints their statement for the last quarter into a file. */
export async function statement({ enter }: Cast): Promise<void> {
  const analyst = await enter('analyst', '/customers');
  const { page } = analyst;
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await analyst.type(page.getByLabel(/^Search customers by/), 'folasade ach');
  await analyst.press(page.getByRole('link', { name: /^(Open )?Folasade Achebe$/ }).first());
  await analyst.press(page.getByRole('link', { name: 'Statement' }));
  await analyst.choose(page.getByRole('combobox', { name: 'Period', exact: true }), 'Last quarter');
  await analyst.press(page.getByRole('button', { name: 'Print' }));
  await page.locator('body[data-printed]').waitFor();
  const file = await page.pdf({ printBackground: true });
  if (file.length < 10_000) throw new Error('The file has no statement in it.');
}
