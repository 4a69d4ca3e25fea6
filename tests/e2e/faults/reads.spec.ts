import type { Page } from '@playwright/test';
import { contract, type EndpointName } from '#contract/contract.ts';
import { expect, expectQuiet, expectSound, Matrix, type Sitting, signInAgain, test } from './fault-desk.ts';
import type { FaultProxy, Taken } from './fault-proxy.ts';
import { faultOf, faults } from './faults.ts';

/** The page that shows the answer of an endpoint, and what shows that it is there. */
interface View {
  endpoint: EndpointName;
  /** Goes where it is shown. */
  open(page: Page): Promise<unknown>;
  /** The elements that show the answer; their number must be the same after a failure. */
  shown(page: Page): ReturnType<Page['locator']>;
  /** The list, which renders only the rows in view: as many as it has must be the same after a failure. */
  list?: string;
}

const table = (page: Page, list: string) =>
  page.getByRole('region', { name: list, exact: true, includeHidden: true });
const rows = (list: string) => ({ list, shown: (page: Page) => table(page, list).locator('tbody tr') });
const panel = (title: string) => (page: Page) =>
  page.getByRole('heading', { level: 2, name: title, exact: true, includeHidden: true });

const views: View[] = [
  { endpoint: 'listLoans', open: (page) => page.goto('/loans'), ...rows('Loans') },
  { endpoint: 'getLoanConfiguration', open: (page) => page.goto('/loans/terms'), shown: panel('Details') },
  { endpoint: 'listMembers', open: (page) => page.goto('/members'), ...rows('Members') },
  { endpoint: 'listTokens', open: (page) => page.goto('/tokens'), ...rows('Tokens') },
  { endpoint: 'searchTokens', open: (page) => page.goto('/tokens?name=bond'), ...rows('Tokens') },
  {
    endpoint: 'getToken',
    async open(page) {
      const answer = await page.request.get('/v1/api/tokens?limit=1');
      const { data } = await answer.json();
      await page.goto(`/tokens/${data.tokens[0]._id}`);
    },
    shown: panel('As collateral'),
  },
  {
    endpoint: 'listCustomers',
    open: (page) => page.goto('/customers'),
    // Only the rows in view are rendered, so their number depends on the scroll position.
    shown: (page) => page.getByText(/^(All 1,200|1,1\d\d of 1,200) customers\.$/),
  },
  {
    endpoint: 'listTransactions',
    async open(page) {
      await page.goto('/customers?sort=-trades');
      await rows('Customers').shown(page).first().getByRole('link').first().click();
    },
    ...rows('Transactions'),
  },
];

/** One view at a desk of its own, with the faults that are put in its way. */
class Trial {
  readonly #view: View;
  readonly #sitting: Sitting;
  readonly #back: FaultProxy;
  #count = 0;

  constructor(view: View, sitting: Sitting, back: FaultProxy) {
    this.#view = view;
    this.#sitting = sitting;
    this.#back = back;
  }

  get name(): EndpointName {
    return this.#view.endpoint;
  }

  get #shown() {
    return this.#view.shown(this.#sitting.page);
  }

  async open(): Promise<void> {
    const { page } = this.#sitting;
    await this.#view.open(page);
    await expect(this.#shown.first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    // Until then, it says how many of how many there are.
    if (this.#view.list) await expect(page.getByText(/^All [\d,]+ |^[\d,]+ \w+ found/).first()).toBeVisible();
    this.#count = await this.#counted();
  }

  async #counted(): Promise<number> {
    const { list } = this.#view;
    if (!list) return await this.#shown.count();
    const counted = await table(this.#sitting.page, list)
      .locator('[aria-rowcount]')
      .getAttribute('aria-rowcount');
    return Number(counted);
  }

  /** Fails this view's endpoint at this desk, and nothing else. */
  strike(name: string): () => void {
    const { strike } = faultOf(name);
    if (strike === 'refuse') return () => {};
    const path = new RegExp(`^${contract[this.name].path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
    const isOwn = (taken: Taken) => taken.desk === this.name && path.test(taken.path);
    return this.#back.strike(isOwn, strike);
  }

  /** The fault meets what was loaded, and then an empty page; then it is over. */
  async meet(name: string): Promise<void> {
    let lift = this.strike(name);
    try {
      await this.refresh(name);
      if (this.#readOf(name) === 'session') {
        lift();
        await this.mend(name);
        lift = this.strike(name);
      }
      await this.reload(name);
    } finally {
      lift();
    }
    await this.mend(name);
  }

  /** Refreshes with the fault: the loaded data stays, next to a message that says what happened. */
  async refresh(name: string): Promise<void> {
    const { page } = this.#sitting;
    const read = this.#readOf(name);
    const answered = page.waitForResponse((answer) => this.#isOwn(answer.url()));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await answered;
    await this.#expectOutcome(read, /could not be refreshed\. Shown as of/);
    await this.#expectAll();
    await expectSound(this.#sitting);
  }

  /** The fault meets an empty page: it says what happened in place of what is missing. */
  async reload(name: string): Promise<void> {
    const { page } = this.#sitting;
    const read = this.#readOf(name);
    await page.reload({ waitUntil: 'commit' });
    await this.#expectOutcome(read, /could not be loaded|no lending terms yet|Token not found/);
    if (read === 'shown') await this.#expectAll();
    await expectSound(this.#sitting);
  }

  /** The fault is over: one press and everything is there. */
  async mend(name: string): Promise<void> {
    const { page } = this.#sitting;
    const read = this.#readOf(name);
    const retry = page.getByRole('button', { name: 'Retry' });
    // A page that treats the answer as usual, such as terms that aren't set up, has no Retry.
    const again = (await retry.count()) ? retry : page.getByRole('button', { name: 'Refresh' });
    if (read === 'session') await signInAgain(this.#sitting);
    else if (read === 'shown') await page.getByRole('button', { name: 'Refresh' }).click();
    else if (await again.count()) await again.first().click();
    else await page.reload();
    await expectQuiet(page);
    await expect.poll(() => this.#counted(), { timeout: 30_000 }).toBe(this.#count);
    await expect(page.getByText(/, refreshing$/)).toHaveCount(0);
    await expectSound(this.#sitting);
  }

  /** A list sets aside the rows that lack what they need, and says how many; a single record is then unreadable. */
  #readOf(name: string) {
    const isUnreadable = this.name === 'getToken' && ['a missing field', 'a null field'].includes(name);
    return isUnreadable ? faultOf('200 with broken JSON').read : faultOf(name).read;
  }

  /** Everything is there but for the rows that the page says it could not read. */
  async #expectAll(): Promise<void> {
    const missed = this.#sitting.page.getByText(/^\d+ rows? could not be read\.$/);
    await expect(async () => {
      const shown = await this.#counted();
      const told = (await missed.count()) ? Number.parseInt((await missed.textContent()) ?? '', 10) : 0;
      expect(shown).toBeLessThanOrEqual(this.#count);
      expect(shown + told).toBeGreaterThanOrEqual(this.#count);
    }).toPass({ timeout: 60_000 });
  }

  async #expectOutcome(read: 'shown' | 'session' | RegExp, title: RegExp): Promise<void> {
    const { page } = this.#sitting;
    if (read === 'session') {
      await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    } else if (read === 'shown') {
      await expect(page.getByText(/, refreshing$/)).toHaveCount(0);
      await expect(this.#shown.first()).toBeVisible();
      await expectQuiet(page);
    } else {
      const said = page.locator('[role=alert], [role=status]').filter({ hasText: read });
      await expect(said.first()).toContainText(title);
    }
  }

  #isOwn(url: string): boolean {
    const path = contract[this.name].path.replace(/\{.*/, '');
    return new URL(url).pathname.startsWith(path);
  }
}

test('every read meets every fault of the service', async ({ sit, faulty: { back } }) => {
  test.setTimeout(900_000);
  const trials = await Promise.all(
    views.map(async (view) => new Trial(view, await sit(view.endpoint), back)),
  );
  await Promise.all(trials.map((trial) => trial.open()));
  const matrix = new Matrix();
  const everybody = (name: string, meet: (trial: Trial) => Promise<void>) =>
    Promise.all(trials.map((trial) => matrix.pair(name, trial.name, () => meet(trial))));

  const closed = 'refused connection';
  await back.refuse();
  for (const meet of ['refresh', 'reload'] as const) await everybody(closed, (trial) => trial[meet](closed));
  await back.accept();
  await everybody(closed, (trial) => trial.mend(closed));
  await Promise.all(
    trials.map(async (trial) => {
      for (const name of Object.keys(faults)) {
        if (faultOf(name).strike === 'refuse') continue;
        const met = await matrix.pair(name, trial.name, () => trial.meet(name));
        if (!met) await trial.open();
      }
    }),
  );
  matrix.conclude('Reads: what was loaded stays, what failed is said, one press mends it');
});
