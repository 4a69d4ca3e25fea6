import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf, type Desk } from '../desk.ts';
import { watchRows } from '../in-page.ts';
import { interleave, median, ms, ratioTo, spread } from '../numbers.ts';
import { openPage } from '../open-page.ts';
import { aside, atMost, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';

/** How long a signed-in person waits for the first ten loans on a slow machine behind a slow network. */
export async function firstLoad(stage: Stage): Promise<Measured> {
  const desk = await readerOf(stage, await stage.demoDesk());
  const loans = join(stage.folder(), 'loans.json');
  writeFileSync(loans, await bodyOf(desk, '/v1/api/creditor/credit/loans?page=1&limit=10'));
  const floor = await stage.floor('list', { '/loans.json': loans });

  const load = async (address: string, signedIn: boolean) => {
    const slow = { cpu: 4, slowNetwork: true, before: watchRows };
    const { page, close } = await openPage(stage, signedIn ? desk : null, slow);
    await page.goto(address, { waitUntil: 'commit' });
    const painted = await page.waitForFunction(() => window.bench.paintedAt, null, { polling: 100 });
    const at = (await painted.jsonValue()) as number;
    await close();
    return at;
  };
  const { own, reference } = await interleave(stage.rounds(9), {
    own: () => load(`${desk.address}/loans`, true),
    reference: () => load(floor, false),
  });
  const { ratio, spread: ratios } = ratioTo(own, reference);
  return {
    title: 'First load: ten loans painted, cold cache, CPU 4x slower, slow 4G',
    lines: [
      atMost(ratio, 1.2, {
        what: 'against the floor',
        figure: `${ratio.toFixed(2)} ×`,
        spread: ratios,
        bar: 'at most 1.20 ×',
      }),
      aside('Pledge', ms(median(own)), spread(own)),
      aside('the floor: React, router, react-query, one table', ms(median(reference)), spread(reference)),
    ],
  };
}

/** A desk with the cookies that a sign-in by the page sets: the reader's as well as the session's. */
async function readerOf(stage: Stage, desk: Desk): Promise<Desk> {
  const { page, close } = await openPage(stage, desk);
  await page.goto('/settings');
  await page.waitForFunction(() => document.cookie.includes('pledge-reader='));
  const storageState = await page.context().storageState();
  await close();
  return { ...desk, storageState };
}
