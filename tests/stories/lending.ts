import type { Cast } from './cast.ts';
import type { Hand } from './hand.ts';

/** Two of their loans are in default. */
const RISKY = 'Kelechi Adeyemi';
const SOUND = 'Yetunde Okonkwo';

interface Wanted {
  borrower: string;
  amount: string;
  quantity: string;
}

async function fill(creditor: Hand, { borrower, amount, quantity }: Wanted): Promise<void> {
  const { page } = creditor;
  const offered = page.getByRole('option', { name: new RegExp(borrower) }).first();
  await creditor.type(page.getByRole('combobox', { name: /^(Borrower|Who borrows)$/ }), borrower);
  await creditor.take(offered);
  await creditor.choose(page.getByRole('combobox', { name: 'Currency' }), 'NGN');
  await creditor.type(page.getByRole('textbox', { name: 'Amount' }), amount);
  const token = page.getByRole('option', { name: /^Asaba Textiles Bond/ }).first();
  await creditor.type(page.getByRole('combobox', { name: 'Add a token' }), 'asaba');
  await creditor.take(token);
  await creditor.type(page.getByRole('textbox', { name: /^Quantity of/ }), quantity);
  await creditor.press(page.getByRole('button', { name: /^Review (the )?loan$/ }).locator('visible=true'));
}

/** Lends three times: above the limit, with too little collateral, and to someone whose record needs a consent. */
export async function lending({ enter }: Cast): Promise<void> {
  const creditor = await enter('creditor', '/loans/new');
  const { page } = creditor;
  const problems = page.getByRole('alert', { name: /^Fix \d+ problem|to put right/ });
  await fill(creditor, { borrower: SOUND, amount: '60000000', quantity: '9000' });
  await problems.getByText(/50,000,000/).waitFor();
  await creditor.press(page.getByRole('button', { name: /^Clear (the )?form$/ }));

  await fill(creditor, { borrower: SOUND, amount: '300000', quantity: '1' });
  await problems
    .getByText(/collateral/i)
    .first()
    .waitFor();
  await creditor.press(page.getByRole('button', { name: /^Clear (the )?form$/ }));

  await fill(creditor, { borrower: RISKY, amount: '300000', quantity: '50' });
  await creditor.arrive(/^Review (the )?loan$/);
  const consent = page.getByRole('checkbox', { name: /^Lend although .* defaulted/ });
  if (await consent.isVisible()) await creditor.press(consent);
  await creditor.press(page.getByRole('button', { name: /^Create (the )?loan$/ }));
  await page.waitForURL(/\/loans\/[0-9a-f]+\?at=/);
}
