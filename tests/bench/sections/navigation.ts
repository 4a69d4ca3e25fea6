import type { Page } from 'playwright';
import type { Desk } from '../desk.ts';
import { median, ms, spread } from '../numbers.ts';
import { openPage, settled, timeToPaint } from '../open-page.ts';
import { isWanted } from '../options.ts';
import { aside, atMost, type Line, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';

/** What the navigation leads to. */
const PAGES = [
  'Overview',
  'Loans',
  'New loan',
  'Cover',
  'Terms',
  'Tokens',
  'Compare',
  'Customers',
  'Members',
  'Cancel orders',
  'Activity',
  'Approvals',
  'Audit log',
  'People',
  'Diagnostics',
  'Settings',
];

/** A press on a link: how long the pointer was over it before, how much slower the processor is, and the bar in ms. */
const HANDS = [
  { rests: 100, cpu: 1, bar: 100 },
  { rests: 100, cpu: 4, bar: 250 },
  { rests: 0, cpu: 1, bar: 200 },
  { rests: 0, cpu: 4, bar: null },
];

/** How long every page takes from the press on its link to the paint of its content. */
export async function navigation(stage: Stage): Promise<Measured> {
  const desk = await stage.demoDesk();
  const pages = PAGES.filter((page) => isWanted(stage.options, page));
  const lines: Line[] = [];
  for (const hand of HANDS) {
    const times = new Map<string, number[]>(pages.map((page) => [page, []]));
    for (let round = 0; round < stage.rounds(3); round++) {
      for (const name of pages) times.get(name)?.push(await visit(stage, desk, name, hand));
    }
    const medians = pages.map((name) => ({ name, each: times.get(name) ?? [] }));
    const worst = Math.max(...medians.map(({ each }) => median(each)));
    const what = `${hand.rests} ms on the link, CPU ${hand.cpu}x: the slowest page`;
    const line = { what, figure: ms(worst), spread: '' };
    lines.push(
      hand.bar === null
        ? aside(what, ms(worst))
        : atMost(worst, hand.bar, { ...line, bar: `at most ${hand.bar} ms` }),
      ...medians.map(({ name, each }) => aside(name, ms(median(each)), spread(each))),
    );
  }
  return { title: 'Navigation: press to painted page', lines };
}

async function visit(
  stage: Stage,
  desk: Desk,
  name: string,
  { rests, cpu }: { rests: number; cpu: number },
): Promise<number> {
  const { page, close } = await openPage(stage, desk, { cpu });
  const start = name === 'Settings' ? 'Terms' : 'Settings';
  await settled(page, async () => {
    await page.goto(start === 'Terms' ? '/loans/terms' : '/settings');
    await page.getByRole('heading', { level: 1, name: start }).waitFor();
  });
  const time = await navigate(page, name, rests);
  await close();
  return time;
}

async function navigate(page: Page, name: string, rests: number): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
  return await timeToPaint(page, { event: 'click', heading: name }, async () => {
    if (rests > 0) {
      await link.hover();
      await page.waitForTimeout(rests);
    }
    await link.click();
  });
}
