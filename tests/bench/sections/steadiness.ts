import type { Desk } from '../desk.ts';
import { watch } from '../in-page.ts';
import { SCALE_TOKEN } from '../large-data.ts';
import { median, spread } from '../numbers.ts';
import { openPage, settled } from '../open-page.ts';
import { everyPage, nameOf, readerOf } from '../pages.ts';
import { atMost, type Line, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';

/** Lists in another form. */
const FORMS = ['/loans?group=month', '/tokens?status=all'];
const LARGE_PAGES = ['/', '/loans', '/customers'];
const LARGE = ', 100,000 loans and 10,000 customers';
const BAR = 0.01;

/** How much of each page moves by itself after it was painted. */
export async function steadiness(stage: Stage): Promise<Measured> {
  const desk = await stage.demoDesk();
  const paths = [...(await everyPage(stage, desk)), ...FORMS];
  const known = await readerOf(stage, desk);
  const lines = [
    ...(await visit(stage, desk, paths, ', first visit')),
    ...(await visit(stage, known, paths, ', rendered on the server')),
  ];
  const large = stage.options.scale ? await stage.largeData() : null;
  if (large) {
    const largeDesk = await stage.desk({ DATABASE_URL: large.tenth }, SCALE_TOKEN);
    lines.push(...(await visit(stage, largeDesk, LARGE_PAGES, LARGE)));
  }
  return {
    title: 'Steadiness: how much of a page shifts by itself (CLS), on slow 4G where it is the demo data',
    lines,
  };
}

async function visit(stage: Stage, desk: Desk, paths: readonly string[], of: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const path of paths) {
    const sums: number[] = [];
    const slowNetwork = of !== LARGE;
    for (let round = 0; round < stage.rounds(3); round++) {
      const { page, close } = await openPage(stage, desk, { slowNetwork, before: watch });
      await settled(page, () => page.goto(path), 1_500);
      const { shift } = await page.evaluate(() => window.bench);
      sums.push(shift);
      await close();
    }
    lines.push(
      atMost(median(sums), BAR, {
        what: (FORMS.includes(path) ? path : nameOf(path)) + of,
        figure: median(sums).toFixed(4),
        spread: spread(sums, 4),
        bar: `at most ${BAR}`,
      }),
    );
  }
  return lines;
}
