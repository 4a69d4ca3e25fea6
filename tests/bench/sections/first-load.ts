import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf, type Desk } from '../desk.ts';
import { watchLoad, watchRows } from '../in-page.ts';
import { median, ms, ratioTo, spread } from '../numbers.ts';
import { openPage } from '../open-page.ts';
import { isWanted } from '../options.ts';
import { everyPage, nameOf, readerOf } from '../pages.ts';
import { aside, atMost, type Line, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';

/** The milliseconds from the address to a page that can be read, and to one that answers. */
interface Load {
  painted: number;
  usable: number;
}

/** How long a person waits for a page on a slow machine behind a slow network: every page, and every kind of record. */
export async function firstLoad(stage: Stage): Promise<Measured> {
  const desk = await stage.demoDesk();
  const known = await readerOf(stage, desk);
  const loans = join(stage.folder(), 'loans.json');
  writeFileSync(loans, await bodyOf(desk, '/v1/api/creditor/credit/loans?page=1&limit=10'));
  const floor = await stage.floor('list', { '/loans.json': loans });
  const all = await everyPage(stage, known);
  const paths = all.filter((path) => isWanted(stage.options, nameOf(path)));

  const floors: number[] = [];
  const loads = new Map<string, Load[]>(paths.map((path) => [path, []]));
  const first: Load[] = [];
  for (let round = 0; round < stage.rounds(3); round++) {
    for (const [place, path] of paths.entries()) {
      // The floor takes turns with the pages, so that other load on the machine affects both alike.
      if (place % 4 === 0) floors.push(await loadFloor(stage, floor));
      loads.get(path)?.push(await loadPage(stage, known, path));
    }
    first.push(await loadPage(stage, null, desk.address));
  }
  const line = (what: string, each: readonly number[], bar: number): Line => {
    const { ratio, spread: ratios } = ratioTo(each, floors);
    const figures = { figure: `${ratio.toFixed(2)} ×`, spread: ratios, bar: `at most ${bar.toFixed(2)} ×` };
    return atMost(ratio, bar, { what, ...figures });
  };
  const of = (path: string, which: keyof Load) => (loads.get(path) ?? []).map((load) => load[which]);
  return {
    title: 'First load against the floor: cold cache, CPU 4x slower, slow 4G',
    lines: [
      aside('the floor: React, router, react-query, one table', ms(median(floors)), spread(floors)),
      ...paths.map((path) => line(`${nameOf(path)}: painted`, of(path, 'painted'), 0.8)),
      ...paths.map((path) => line(`${nameOf(path)}: usable`, of(path, 'usable'), 2)),
      line(
        'the first visit, to sign in: painted',
        first.map(({ painted }) => painted),
        1.3,
      ),
    ],
  };
}

async function loadPage(stage: Stage, desk: Desk | null, path: string): Promise<Load> {
  const { page, close } = await openPage(stage, desk, { cpu: 4, slowNetwork: true, before: watchLoad });
  await page.goto(path, { waitUntil: 'commit' });
  const usable = await page.waitForFunction(() => window.bench.usableAt, null, { polling: 100 });
  const painted = await page.evaluate(() => window.bench.paintedAt);
  const load = { painted: painted as number, usable: (await usable.jsonValue()) as number };
  await close();
  return load;
}

async function loadFloor(stage: Stage, address: string): Promise<number> {
  const { page, close } = await openPage(stage, null, { cpu: 4, slowNetwork: true, before: watchRows });
  await page.goto(address, { waitUntil: 'commit' });
  const painted = await page.waitForFunction(() => window.bench.paintedAt, null, { polling: 100 });
  const at = (await painted.jsonValue()) as number;
  await close();
  return at;
}
