import type { Page } from 'playwright';
import { SCALE_TOKEN } from '../large-data.ts';
import { longestOf, type Task, tasksDuring } from '../main-thread.ts';
import { median, ms, spread } from '../numbers.ts';
import { openPage } from '../open-page.ts';
import { aside, atMost, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';

const BAR_MS = 50;

/** What is done with the list once it is painted, one after the other. */
const PHASES = {
  'load all': async (page: Page) => {
    const bar = page.getByRole('group', { name: 'Loading all loans' });
    await bar.waitFor({ state: 'detached', timeout: 300_000 });
  },
  filter: async (page: Page) => {
    await page.getByRole('button', { name: /^Currency/ }).click();
    await page.getByRole('checkbox', { name: /KES/ }).click();
    await page.waitForTimeout(2_000);
  },
  group: async (page: Page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Group', exact: true }).selectOption('borrower');
    await page.getByRole('region', { name: 'Loans by borrower' }).waitFor();
    await page.getByRole('combobox', { name: 'Group', exact: true }).selectOption('');
    await page.waitForTimeout(1_000);
  },
  export: async (page: Page) => {
    await page
      .getByRole('button', { name: /^Clear/ })
      .first()
      .click();
    await page.waitForTimeout(2_000);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('button', { name: /^Export [\d,]+ loans/ }).click();
    await page.getByText(/^Downloaded /).waitFor();
  },
};

/** The longest task of the main thread while 100,000 loans are loaded, filtered, grouped and exported. */
export async function loanBook(stage: Stage): Promise<Measured> {
  const title = '100,000 loans: the longest task of the main thread after the first paint, unthrottled';
  const large = await stage.largeData();
  if (!large) return { title, lines: [], skipped: 'no PostgreSQL server is installed here' };
  const desk = await stage.desk({ DATABASE_URL: large.tenth }, SCALE_TOKEN);
  const longest = new Map<string, Task[]>();
  for (let round = 0; round < stage.rounds(3); round++) {
    const cdp = await (await stage.browser()).newBrowserCDPSession();
    const { page, close } = await openPage(stage, desk);
    await page.goto('/loans', { waitUntil: 'commit' });
    await page.locator('tbody tr[data-index] a').first().waitFor();
    for (const [name, act] of Object.entries(PHASES)) {
      const tasks = await tasksDuring(cdp, () => act(page));
      longest.set(name, [...(longest.get(name) ?? []), longestOf(tasks)]);
    }
    await close();
  }
  return {
    title,
    lines: [...longest].flatMap(([what, tasks]) => {
      const cpu = tasks.map((task) => task.cpu);
      const wall = tasks.map((task) => task.wall);
      return [
        atMost(median(cpu), BAR_MS, {
          what: `${what}, by the thread’s own processor time`,
          figure: ms(median(cpu)),
          spread: spread(cpu),
          bar: `at most ${BAR_MS} ms`,
        }),
        aside('by the clock, with whatever else the machine did', ms(median(wall)), spread(wall)),
      ];
    }),
  };
}
