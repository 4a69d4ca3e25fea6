import type { Cast } from './cast.ts';
import type { Hand } from './hand.ts';

/** What the analyst looks for; 17 of the demo's tokens are all of it. */
const CONDITIONS = [
  ['Category', /^Treasury Bill/],
  ['Investment type', /^Fixed Interest/i],
  ['Currency', /^NGN/],
  ['Payout', /^At maturity/],
] as const;

async function narrow(analyst: Hand, label: string, choice: RegExp): Promise<void> {
  const { page } = analyst;
  const filters = page.getByRole('group', { name: 'Filter tokens' });
  await analyst.press(filters.getByRole('button', { name: label, exact: true }));
  await analyst.press(page.getByRole('checkbox', { name: choice }));
  await analyst.leave();
}

/** Narrows all tokens to 17, saves that as a view for everybody, and compares the first four. */
export async function tokens({ enter, ask }: Cast): Promise<void> {
  const analyst = await enter('analyst', '/tokens');
  const { page } = analyst;
  await analyst.press(page.getByRole('link', { name: 'All', exact: true }));
  const folded = page.getByRole('button', { name: /^Filters/ });
  if (await folded.isVisible()) await analyst.press(folded);
  for (const [label, choice] of CONDITIONS) await narrow(analyst, label, choice);
  await page
    .getByText(/^17 (of 240 tokens|tokens found)\./)
    .first()
    .waitFor();

  const name = 'Naira bills';
  await analyst.press(page.getByRole('button', { name: 'Views', exact: true }));
  await analyst.type(page.getByLabel('Save this view as'), name);
  await analyst.press(page.getByRole('checkbox', { name: 'For everyone in the organisation' }));
  await analyst.press(page.getByRole('button', { name: /^(Save|Replace) view$/ }));
  await page.getByRole('link', { name: new RegExp(name) }).waitFor();
  await analyst.leave();

  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  for (const nth of [0, 1, 2, 3]) await analyst.press(boxes.nth(nth));
  await analyst.press(page.getByRole('link', { name: 'Compare 4' }));
  await analyst.arrive('Compare');

  const { views } = (await ask('creditor', 'GET', '/desk/views?list=Tokens')) as {
    views: { name: string }[];
  };
  if (!views.some((view) => view.name === name)) throw new Error('A colleague has no such view.');
}
