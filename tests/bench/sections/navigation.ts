import type { Page } from 'playwright';
import { median, ms, spread } from '../numbers.ts';
import { openPage, settled, timeToPaint } from '../open-page.ts';
import { aside, atMost, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';

const PAGES = [
  'Overview',
  'Loans',
  'New loan',
  'Terms',
  'Tokens',
  'Customers',
  'Members',
  'Cancel orders',
  'Activity',
];
const BAR_MS = 100;

/** How long a page takes from the press on its link, which the pointer has reached before. */
export async function navigation(stage: Stage): Promise<Measured> {
  const desk = await stage.demoDesk();
  const times = new Map<string, number[]>(PAGES.map((page) => [page, []]));
  for (let round = 0; round < stage.rounds(5); round++) {
    for (const name of PAGES) {
      const { page, close } = await openPage(stage, desk, { cpu: 4 });
      await page.goto('/settings');
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      times.get(name)?.push(await navigate(page, name));
      await close();
    }
  }
  const medians = PAGES.map((name) => ({ name, each: times.get(name) ?? [] }));
  const worst = Math.max(...medians.map(({ each }) => median(each)));
  return {
    title: 'Navigation: click to painted page, approached by the pointer before, CPU 4x slower',
    lines: [
      atMost(worst, BAR_MS, {
        what: 'the slowest page',
        figure: ms(worst),
        spread: '',
        bar: `at most ${BAR_MS} ms`,
      }),
      ...medians.map(({ name, each }) => aside(name, ms(median(each)), spread(each))),
    ],
  };
}

async function navigate(page: Page, name: string): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
  await settled(page, () => link.hover());
  return await timeToPaint(page, { event: 'click', heading: name }, () => link.click());
}
