import { execFileSync } from 'node:child_process';

/**
 * The pictures of docs/tour.md: where each begins, and what is done before it is taken. `data` is the folder of the
 * running desk's database.
 */
export const PICTURES = [
  { name: 'overview', path: '/', scheme: 'light', width: 1440 },
  { name: 'loans', path: '/loans', scheme: 'light', width: 1440 },
  {
    name: 'loan',
    path: '/loans',
    scheme: 'light',
    width: 1440,
    async prepare(page) {
      await page.getByRole('region', { name: 'Loans' }).locator('tbody').getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    },
  },
  {
    name: 'new-loan',
    path: '/loans/new',
    scheme: 'light',
    width: 1440,
    async prepare(page) {
      await fillLoan(page);
      await page
        .getByRole('heading', { level: 1 })
        .evaluate((title) => title.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'cancel-orders',
    path: '/orders/cancel',
    scheme: 'dark',
    width: 1440,
    async prepare(page, data) {
      await page.getByLabel(/Paste lines/).fill(demoOrders(data));
      await page.getByText(/[1-9][\d,]* to cancel/).waitFor();
      await page.getByLabel('Reason', { exact: true }).selectOption('Test order');
    },
  },
  { name: 'tokens', path: '/tokens', scheme: 'dark', width: 1440 },
  {
    name: 'statement',
    path: '/customers?sort=-trades',
    scheme: 'light',
    width: 1440,
    prepare: openStatement,
  },
  { name: 'overview-phone', path: '/', scheme: 'light', width: 390 },
  { name: 'loans-phone', path: '/loans', scheme: 'dark', width: 390 },
  { name: 'new-loan-phone', path: '/loans/new', scheme: 'dark', width: 390, prepare: fillLoan },
];

async function fillLoan(page) {
  const who = page.getByRole('combobox', { name: 'Borrower' });
  await who.fill('a');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await who.press('Enter');
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('NGN');
  await page.getByRole('textbox', { name: 'Amount' }).fill('250000');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Working capital for the season');
  const search = page.getByRole('combobox', { name: 'Add a token' });
  await search.fill('Asaba Textiles Bond');
  await page
    .getByRole('option', { name: /Asaba Textiles Bond/ })
    .first()
    .waitFor();
  await search.press('Enter');
  await page.getByRole('textbox', { name: /^Quantity of/ }).fill('50');
  await page.evaluate(() => document.activeElement?.blur());
}

async function openStatement(page) {
  await page.getByRole('region', { name: 'Customers' }).getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('link', { name: 'Statement' }).click();
  await page.getByText(/Based on all/).waitFor();
}

/** Some orders of the demo, as `npm run demo:orders` prints them, and one line that is none. */
function demoOrders(data) {
  const printed = execFileSync(process.execPath, ['dist/server/demo-orders.js'], {
    env: { ...process.env, DATA_DIR: data },
    encoding: 'utf8',
  });
  const [head, ...rows] = printed.trim().split('\n');
  return [head, ...rows.slice(0, 18), `${rows[0]?.split(',')[0]},../../session,Active,Buy`].join('\n');
}
