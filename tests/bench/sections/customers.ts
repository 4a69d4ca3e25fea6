import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Desk, signInto } from '../desk.ts';
import { watchRows } from '../in-page.ts';
import { SCALE_TOKEN } from '../large-data.ts';
import { interleave, median, ms, ratioTo, spread } from '../numbers.ts';
import { openPage, timeToPaint } from '../open-page.ts';
import { aside, atMost, type Line, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';
import { startServiceOn } from '../start-service.ts';

const ADDRESSES = ['/v1/api/customers', '/v1/api/credit/loan-configuration', '/v1/api/member?limit=10'];

/** What one opening of the list came to. */
interface Opening {
  rows: number;
  firstKey: number;
  nextKeys: number;
  heap: number;
}

/** All 100,000 customers in one list, against the least that could show them. */
export async function customers(stage: Stage): Promise<Measured> {
  const title = '100,000 customers, CPU 4x slower, against the floor: React, a plain array, rows by hand';
  const large = await stage.largeData();
  if (!large) return { title, lines: [], skipped: 'no PostgreSQL server is installed here' };
  const { desk, floor } = await recordedPlaces(stage, large.whole);

  const openings: Record<'own' | 'reference', Opening[]> = { own: [], reference: [] };
  await interleave(stage.rounds(7), {
    own: async () => openings.own.push(await open(stage, `${desk.address}/customers`, desk)),
    reference: async () => openings.reference.push(await open(stage, floor, null)),
  });
  const line = (what: string, part: keyof Opening, bar: number, write: (value: number) => string): Line[] => {
    const own = openings.own.map((opening) => opening[part]);
    const reference = openings.reference.map((opening) => opening[part]);
    const { ratio, spread: ratios } = ratioTo(own, reference);
    const figure = `${ratio.toFixed(2)} ×`;
    return [
      atMost(ratio, bar, { what, figure, spread: ratios, bar: `at most ${bar.toFixed(2)} ×` }),
      aside('Pledge', write(median(own)), spread(own)),
      aside('the floor', write(median(reference)), spread(reference)),
    ];
  };
  const megabytes = (value: number) => `${value.toFixed(1)} MB`;
  return {
    title,
    lines: [
      ...line('rows on screen', 'rows', 1.15, ms),
      ...line('first key of a filter', 'firstKey', 1.5, ms),
      ...line('next keys', 'nextKeys', 1.5, ms),
      ...line('heap', 'heap', 1.5, megabytes),
    ],
  };
}

/**
 * The desk and the floor, both over the same recorded answer of the real service: how long the database takes
 * is not what is measured here. The desk has its gateway in between, the floor nothing.
 */
export async function recordedPlaces(
  stage: Stage,
  databaseUrl: string,
): Promise<{ desk: Desk; floor: string }> {
  const service = await startServiceOn(stage, databaseUrl);
  const answers: Record<string, string> = {};
  for (const [place, address] of ADDRESSES.entries()) {
    const answer = await fetch(service + address, { headers: { authorization: `Bearer ${SCALE_TOKEN}` } });
    const file = join(stage.folder(), `answer-${place}.json`);
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    answers[address] = file;
  }
  const { address } = await stage.desk({ SERVICE_URL: await stage.recorded(answers) }, SCALE_TOKEN);
  return { desk: await signInto(address, SCALE_TOKEN), floor: await stage.floor('customers', answers) };
}

async function open(stage: Stage, address: string, desk: Desk | null): Promise<Opening> {
  const { page, cdp, close } = await openPage(stage, desk, { cpu: 4, before: watchRows });
  await page.goto(address, { waitUntil: 'commit' });
  const painted = await page.waitForFunction(() => window.bench.paintedAt, null, { polling: 100 });
  const rows = (await painted.jsonValue()) as number;
  // Work that a page does in the background after the first paint counts, too.
  await page.waitForTimeout(2_000);
  await cdp.send('HeapProfiler.collectGarbage');
  const heap = (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6;

  await page.getByRole('searchbox', { name: /^Search customers/ }).focus();
  const keys: number[] = [];
  // Each of them narrows the list; an "a" would not, being in every e-mail of the demo.
  for (const key of ['k', 'w', 'a', 'm']) {
    const until = { event: 'keydown', changed: 'p[role=status], p > [role=status]' };
    keys.push(await timeToPaint(page, until, () => page.keyboard.press(key)));
    await page.waitForTimeout(300);
  }
  await close();
  const [firstKey = 0, ...nextKeys] = keys;
  return { rows, firstKey, nextKeys: median(nextKeys), heap };
}
