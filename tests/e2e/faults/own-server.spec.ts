import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { KEY_HEADER } from '#contract/operations.ts';
import { demoId } from '#service/db/demo/random.ts';
import { expect, expectQuiet, expectSound, Matrix, type Sitting, signInAgain, test } from './fault-desk.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { faultOf, faults, TIMEOUT_MS } from './faults.ts';

/** The same faults, of the desk's own server: the session, the journal and the events. */

test.setTimeout(900_000);

/** A browser waits longer than the gateway does; here it waits as long. */
async function hurry(page: Page): Promise<void> {
  await page.addInitScript((ms) => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (asked) => timeout(Math.min(asked, ms));
  }, TIMEOUT_MS);
}

async function strike(front: FaultProxy, name: string, path: RegExp, method: string): Promise<() => unknown> {
  const { strike: how } = faultOf(name);
  if (how !== 'refuse') return front.strike((taken) => taken.method === method && path.test(taken.path), how);
  await front.refuse();
  return () => front.accept();
}

const noConnection = /Pledge can’t be reached.*Check your connection/;

/** What a failed sign-in says, where it is not that nothing came of it. */
const signInWords: Record<string, RegExp> = {
  'refused connection': noConnection,
  'reset after the request was taken': noConnection,
  '200 cut off': noConnection,
  'no answer for 30 s': /did not answer in time.*Try again/,
  'status 500': /failed on the server.*Try again/,
  '502 with HTML': /failed on the server.*Try again/,
  '503 with Retry-After': /failed on the server.*Try again/,
  '429 with Retry-After': /Too many attempts.*Try again in 2 s/,
  '401 in mid-session': /access token isn’t valid.*Check it/,
  'status 403': /was refused/,
  'status 404': /was refused/,
  '200 with the error envelope': /was refused.*Told by the fault server/,
  '200 with broken JSON': /Unexpected response/,
  '200 with an empty body': /Unexpected response/,
  'a missing field': /Unexpected response|can’t be read/,
  'a null field': /Unexpected response|can’t be read/,
  // The end of the session is then no valid time.
  'a million-character string': /Unexpected response|can’t be read/,
};

test('a sign-in meets every fault of the desk’s own server', async ({ sit, faulty: { front } }) => {
  const matrix = new Matrix();
  const sitting = await sit('entrance');
  const { page, token } = sitting;
  await hurry(page);
  for (const name of Object.keys(faults)) {
    await matrix.pair(name, 'POST /session', async () => {
      await page.context().clearCookies();
      await page.goto('/settings');
      const field = page.getByLabel('Access token');
      // What the server rendered answers now.
      await expect(field).toBeFocused();
      await field.fill(token);
      await page.getByLabel('Your name').fill('Ruth Kamau');
      const lift = await strike(front, name, /^\/session$/, 'POST');
      try {
        await page.getByRole('button', { name: 'Sign in' }).click();
        const words = signInWords[name];
        if (words) {
          await expect(page.getByRole('alert')).toContainText(words);
          await expect(field).toHaveValue(token);
          await expectSound(sitting);
          await lift();
          await page.getByRole('button', { name: 'Sign in' }).click();
        }
        await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      } finally {
        await lift();
      }
      await expectSound(sitting);
    });
  }
  matrix.conclude('Signing in: said what happened, kept what was typed');
});

/** What a list of the gateway's says; missing if the answer is usable. */
const listWords: Record<string, RegExp> = {
  ...Object.fromEntries(
    Object.entries(faults).flatMap(([name, { read }]) => (read instanceof RegExp ? [[name, read]] : [])),
  ),
  'refused connection': noConnection,
  'reset after the request was taken': noConnection,
  '200 cut off': noConnection,
  '502 with HTML': /reported an error.*Try again/,
};

async function meetActivity(name: string, path: RegExp, sitting: Sitting, front: FaultProxy): Promise<void> {
  const { page } = sitting;
  const lines = page.getByRole('region', { name: 'Activity', includeHidden: true }).locator('tbody tr');
  await page.goto('/activity');
  await expect(lines.first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const count = await lines.count();
  const { read } = faultOf(name);
  const words = listWords[name];
  const lift = await strike(front, name, path, 'GET');
  try {
    await page.getByRole('button', { name: 'Refresh' }).click();
    if (read === 'session') {
      await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    } else if (words) {
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expect(lines).toHaveCount(count);
      await expectSound(sitting);
    } else {
      await expect(page.getByText(/, refreshing$/)).toHaveCount(0);
      // A line that can't be read is missed: how many there are is said.
      const missed = page.getByText(/^\d+ rows? could not be read\.$/);
      await expect(async () => {
        const shown = await lines.count();
        const told = (await missed.count()) > 0 ? Number.parseInt((await missed.textContent()) ?? '', 10) : 0;
        expect(shown + told).toBe(count);
      }).toPass({ timeout: 60_000 });
      await expectSound(sitting);
    }
  } finally {
    await lift();
  }
  if (read === 'session') await signInAgain(sitting);
  else if (words) await page.getByRole('alert').getByRole('button', { name: 'Retry' }).first().click();
  await expectQuiet(page);
}

test('the list of what happened meets every fault of the desk’s own server', async ({
  sit,
  faulty: { front },
}) => {
  const matrix = new Matrix();
  const sitting = await sit('activity');
  const { page } = sitting;
  await hurry(page);
  const member = demoId('crestline', 'member', 0);
  for (const nth of [40, 41]) {
    const order = demoId('crestline', 'order', 0, nth);
    const path = `/v1/api/members/${member}/orders/${order}/cancel`;
    const headers = { origin: front.address, [KEY_HEADER]: randomUUID() };
    expect((await page.request.post(path, { headers })).ok()).toBe(true);
  }
  for (const name of Object.keys(faults)) {
    await matrix.pair(name, 'GET /journal', () => meetActivity(name, /^\/journal/, sitting, front));
    await matrix.pair(name, 'GET /events/log', () => meetActivity(name, /^\/events\/log/, sitting, front));
  }
  matrix.conclude('Activity: what was loaded stays, what failed is said, one press mends it');
});

test('signing out and the stream of events meet every fault of the desk’s own server', async ({
  sit,
  faulty: { front },
}) => {
  const matrix = new Matrix();
  const sitting = await sit('exit');
  const { page, token } = sitting;
  await hurry(page);
  const asked = (since: number) => front.taken.slice(since).some(({ path }) => path.startsWith('/events'));
  for (const name of Object.keys(faults)) {
    await matrix.pair(name, 'GET /events', async () => {
      if (faultOf(name).strike === 'refuse') return;
      const before = front.taken.length;
      const lift = await strike(front, name, /^\/events(\?|$)/, 'GET');
      try {
        await page.goto('/settings');
        await expect.poll(() => asked(before), { timeout: 60_000 }).toBe(true);
        await expectQuiet(page);
        await expectSound(sitting);
      } finally {
        await lift();
      }
    });
    await matrix.pair(name, 'DELETE /session', async () => {
      const before = front.taken.length;
      await page.goto('/settings');
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      // The stream is what a page asks for last: everything else of it is there then.
      await expect.poll(() => asked(before), { timeout: 60_000 }).toBe(true);
      const { read } = faultOf(name);
      // Over a session that has ended comes the sign-in, and with it another way out.
      const words = read === 'session' ? 'Leave this page and sign out' : 'Not signed out. Try again';
      const again = page.getByRole('button', { name: words });
      const lift = await strike(front, name, /^\/session$/, 'DELETE');
      try {
        await page.getByRole('button', { name: 'Sign out', exact: true }).click();
        if (read !== 'shown') {
          await expect(again).toBeVisible();
          await expectSound(sitting);
        }
      } finally {
        await lift();
      }
      const out = page.getByRole('heading', { level: 1, name: 'Sign in' });
      // Lifting the fault can cut off an answer that is still on its way.
      await expect(again.or(out)).toBeVisible();
      if (await again.count()) await again.click();
      await expect(out).toBeVisible();
      const headers = { origin: front.address };
      await page.request.post('/session', { data: { accessToken: token }, headers });
    });
  }
  matrix.conclude('Events and signing out: the page stands, and says when nobody was signed out');
});
