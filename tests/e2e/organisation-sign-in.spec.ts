import { expect, type Page } from '@playwright/test';
import { type ProviderPerson, startIdentityProvider } from '#tests/support/identity-provider.mjs';
import { freePort } from '#tests/support/postgres-server.mjs';
import { test as base, expectAccessible, withDesk } from './desk.ts';

const person = (id: string, name: string, role: string, organisation = ['Crestline']): ProviderPerson => ({
  id,
  name,
  roles: [role],
  organisation,
  password: `the password of ${id}`,
});
const PEOPLE = [
  person('ruth', 'Ruth Kamau', 'operations'),
  person('zuri', 'Zuri Omondi', 'creditor', ['Crestline', 'Harbour']),
  person('tom', 'Tom Otieno', 'trainee'),
];
const CLIENT_SECRET = 'the secret of the stories';

let issuer = '';

/** The built gateway with a certified provider, which is another site for the browser. */
const test = base.extend({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      // The provider has to know Pledge's address before Pledge starts.
      const port = await freePort();
      const pledge = `http://localhost:${port}`;
      const provider = await startIdentityProvider({
        port: 0,
        pledge,
        clientSecret: CLIENT_SECRET,
        people: PEOPLE,
      });
      issuer = provider.issuer;
      const settings = {
        PORT: String(port),
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'pledge',
        OIDC_CLIENT_SECRET: CLIENT_SECRET,
        OIDC_ORGANISATION_CLAIM: 'organisation',
      };
      await withDesk(async (desk, beside) => {
        for (const name of ['Crestline', 'Harbour']) {
          const accessToken = `pledge_demo_${name.toLowerCase()}\n`;
          await beside('organisation', ['--name', name, '--token-stdin'], accessToken);
        }
        await use({ ...desk, address: pledge });
      }, settings);
      await provider.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Signs in on the provider's own pages. */
async function signInThere(page: Page, id: string, path = '/loans'): Promise<void> {
  await page.goto(path);
  await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
  await page.getByLabel('User name').fill(id);
  await page.getByLabel('Password').fill(`the password of ${id}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

// What the page asks for while it signs out is refused, and Chromium says so.
test.use({ expectedNoise: /status of 401/ });

test('someone signs in at their organisation’s provider and comes back to the page that they wanted', async ({
  page,
}) => {
  await signInThere(page, 'ruth', '/loans?sort=-amount');
  await expect(heading(page, 'Loans')).toBeVisible();
  await expect(page).toHaveURL(/\/loans\?sort=-amount$/);
  await expect(page.getByText('Ruth Kamau')).toBeVisible();
  await expect(page.getByText('All 137 loans.', { exact: true })).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'pledge-session')).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
  });

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page, 'Sign out of the identity provider?')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('a sign-out at the provider signs out of Pledge', async ({ page, context }) => {
  await signInThere(page, 'ruth');
  await expect(heading(page, 'Loans')).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${issuer}/session/end`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(other, 'You are signed out')).toBeVisible();
  await expect(async () => {
    await page.goto('/settings');
    await expect(heading(page, 'Sign in')).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('someone of two organisations chooses one', async ({ page }) => {
  await signInThere(page, 'zuri', '/');
  await expect(heading(page, 'Choose an organisation')).toBeVisible();
  await page.getByRole('link', { name: 'Harbour' }).click();
  await expect(heading(page, 'Overview')).toBeVisible();
  await expect(page.getByText('Harbour Credit').first()).toBeVisible();
});

test('someone whose role is not known is told whom to ask', async ({ page }) => {
  await signInThere(page, 'tom');
  await expect(heading(page, 'You have no role in Pledge yet')).toBeVisible();
  await expect(
    page.getByText(/names trainee, which Pledge does not know.*Ask an administrator/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Continue to Pledge' }).click();
  await expect(page.getByText('Tom Otieno')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test.describe('someone who cancels at the provider', () => {
  test.use({ expectedNoise: /status of 403/ });

  test('is told so, and can try again', async ({ page }) => {
    await page.goto('/loans');
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await page.getByLabel('User name').fill('ruth');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('The user name or the password is wrong.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(heading(page, 'You were not let in')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});
