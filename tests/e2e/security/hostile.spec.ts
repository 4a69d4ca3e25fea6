import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { contract, endpointNames } from '#contract/contract.ts';
import { NOTE_HEADER } from '#contract/operations.ts';
import { demoId } from '#service/db/demo/random.ts';
import { expectLoaded, expectNoOverflow } from '../desk.ts';
import { expect, type Sitting, test } from '../faults/fault-desk.ts';
import { bend } from '../faults/faults.ts';
import { CORPUS, LONG_NAME, lengthenNames, makeHostile, RAN } from './corpus.ts';

const member = demoId('crestline', 'member', 0);

/** Hostile reasons in the journal, which is the desk's own and knows no other texts of strangers. */
async function writeHostileReasons({ page }: Sitting, origin: string): Promise<void> {
  for (const [nth, reason] of CORPUS.entries()) {
    const note = Buffer.from(JSON.stringify({ reason: reason.slice(0, 400).toWellFormed() })).toString(
      'base64url',
    );
    const answer = await page.request.post(
      `/v1/api/members/${member}/orders/${String(nth).padStart(24, '0')}/cancel`,
      {
        headers: { origin, [NOTE_HEADER]: note, 'idempotency-key': randomUUID() },
      },
    );
    // No database stores the character NUL.
    expect(answer.status(), reason).toBe(reason.includes('\0') ? 400 : 404);
  }
}

/** Addresses of every page, with the ids that the hostile answers left. */
async function addresses(page: Page): Promise<string[]> {
  const read = async (path: string) => (await (await page.request.get(path)).json()).data;
  const loans = await read('/v1/api/creditor/credit/loans?page=1&limit=25');
  const tokens = await read('/v1/api/tokens?page=1&limit=25');
  const members = await read('/v1/api/member?page=1&limit=25');
  const token = tokens.tokens[0]._id;
  return [
    '/loans',
    '/loans?group=borrower',
    `/loans/${loans.docs[0].id}`,
    '/loans/terms',
    '/loans/cover',
    '/loans/new',
    '/tokens',
    '/tokens?name=a',
    '/tokens?status=all',
    `/tokens/${token}`,
    `/tokens/compare?ids=${token}`,
    '/customers',
    '/members',
    `/members/${members.members[0]._id}`,
    '/orders/cancel',
    '/orders/runs',
    '/activity',
    '/audit-log',
    '/people',
    '/settings',
    '/',
  ];
}

/** Expects that no hostile text has run, left the page or broken it. */
async function expectUnharmed(sitting: Sitting, strangers: string[], path: string): Promise<void> {
  const { page, noise } = sitting;
  await expect(page.locator('h1:visible')).toHaveCount(1);
  await expect(page.getByText('Something went wrong on this page')).toHaveCount(0);
  expect(await page.evaluate((name) => name in window, RAN), path).toBe(false);
  expect(noise, path).toEqual([]);
  expect(strangers, path).toEqual([]);
  const links = await page.evaluate(() =>
    [...document.querySelectorAll('a[href], iframe, object, embed, form[action]')]
      .map((node) => node.getAttribute('href') ?? node.outerHTML)
      .filter((href) => !/^(\/(?!\/)|#|\?)/.test(href)),
  );
  // An address that the service gave may be led to, over https, in a window that knows nothing of this one.
  expect(
    links.filter((href) => !href.startsWith('https://')),
    path,
  ).toEqual([]);
}

async function watch({ page }: Sitting, origin: string): Promise<string[]> {
  const strangers: string[] = [];
  page.on('dialog', (dialog) => {
    strangers.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => strangers.push(`popup ${popup.url()}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isImage = request.resourceType() === 'image' && /^(https:|data:)$/.test(url.protocol);
    const isOwn = url.origin === origin || url.protocol === 'blob:';
    if (!isOwn && !isImage) strangers.push(`${request.resourceType()} ${request.url()}`);
  });
  // Hostile images are strangers' too: nothing is fetched from outside while this is looked at.
  await page.route(/^https:/, (route) => route.abort());
  return strangers;
}

test.setTimeout(600_000);

test('hostile texts in every field of every resource run nothing and break no page', async ({
  sit,
  faulty: { front, back },
}) => {
  const sitting = await sit('hostile');
  const { page } = sitting;
  const strangers = await watch(sitting, front.address);
  await writeHostileReasons(sitting, front.address);
  const paths = endpointNames.map(
    (name) => new RegExp(`^${contract[name].path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`),
  );
  const lift = back.strike(
    ({ desk, method, path }) => desk === 'hostile' && method === 'GET' && paths.some((own) => own.test(path)),
    bend(makeHostile),
  );
  const own = await addresses(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of own) {
      await test.step(`${path}, ${width} wide`, async () => {
        await page.goto(path);
        await expectLoaded(page);
        await expectUnharmed(sitting, strangers, path);
        await expectNoOverflow(page);
      });
    }
    const customer = page.getByRole('region', { name: 'Customers' }).getByRole('link').first();
    await page.goto('/customers');
    await customer.click();
    for (const view of ['Transactions', 'Statement']) {
      await page.getByRole('link', { name: view, exact: true }).click();
      await expectLoaded(page);
      await expectUnharmed(sitting, strangers, view);
      await expectNoOverflow(page);
    }
  }
  lift();
});

test('hostile texts come out of every export as texts', async ({ sit, faulty: { front, back } }) => {
  const sitting = await sit('export');
  const { page } = sitting;
  await watch(sitting, front.address);
  await writeHostileReasons(sitting, front.address);
  const lift = back.strike(
    ({ desk, method, path }) => desk === 'export' && method === 'GET' && !path.includes('loan-configuration'),
    bend(makeHostile),
  );
  for (const path of ['/loans', '/tokens', '/tokens?status=all', '/members', '/customers', '/activity']) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^Export [\d,]+ [a-z ]+$/ })
        .click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8').replace(/^\uFEFF/, '');
    const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: true });
    expect(errors, path).toEqual([]);
    const heads = data.findIndex((cells) => cells.length > 1);
    const rows = data.slice(heads);
    expect(rows.length, path).toBeGreaterThan(2);
    expect([...new Set(rows.map(({ length }) => length))], path).toHaveLength(1);
    const running = rows
      .flat()
      .filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell));
    expect(running, path).toEqual([]);
    expect(text, path).toContain("'=HYPERLINK");
    await page.keyboard.press('Escape');
  }
  lift();
});

/** Lists of Pledge's own, whose names are limited when they are given. */
const OWN_LISTS = ['/activity', '/audit-log', '/people', '/orders/runs'];

const LISTS = [
  '/loans',
  '/loans?group=borrower',
  '/loans/cover',
  '/tokens?status=all',
  '/customers',
  '/members',
  '/',
  ...OWN_LISTS,
];

/** By how many pixels each table of a page is wider than the frame around it. */
async function excessOf(page: Page): Promise<Record<string, number>> {
  return await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('table')].map((table) => [
        table.parentElement?.ariaLabel ?? '',
        Math.max(0, table.offsetWidth - (table.parentElement?.clientWidth ?? 0)),
      ]),
    ),
  );
}

test('a name of 10,000 letters pushes no column out of a list', async ({ sit, faulty: { front, back } }) => {
  const sitting = await sit('long');
  const { page } = sitting;
  await watch(sitting, front.address);
  await page.setViewportSize({ width: 1440, height: 900 });
  const customer = page.getByRole('region', { name: 'Customers' }).getByRole('link').first();
  await page.goto('/customers');
  const transactions = (await customer.getAttribute('href')) ?? '';
  const look = async (isLong: boolean) => {
    const excess: Record<string, Record<string, number>> = {};
    for (const path of [...LISTS, transactions]) {
      await page.goto(path);
      await expectLoaded(page);
      const names = page.locator('main').getByText(LONG_NAME.slice(0, 20));
      if (isLong && !OWN_LISTS.includes(path)) await expect(names.first(), path).toBeVisible();
      // Rows of a long list are measured once their code is there.
      await page.waitForLoadState('networkidle');
      await page.evaluate(
        () => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done))),
      );
      excess[path] = await excessOf(page);
    }
    return excess;
  };
  const before = await look(false);
  const lift = back.strike(({ desk, method }) => desk === 'long' && method === 'GET', bend(lengthenNames));
  expect(await look(true)).toEqual(before);
  lift();
});
