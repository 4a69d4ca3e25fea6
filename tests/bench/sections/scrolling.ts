import type { Desk } from '../desk.ts';
import { watchRows } from '../in-page.ts';
import { median, ms, quantile, spread } from '../numbers.ts';
import { openPage } from '../open-page.ts';
import { aside, atMost, type Line, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';
import { recordedPlaces } from './customers.ts';

const WHEEL = { distance: 16_000, speed: 6_000 };

/** What a turn of the wheel over the list came to. */
interface Turn {
  /** The frame time that 95 of 100 frames keep, in milliseconds. */
  frame: number;
  /** Places in the list's frame without a row after scrolling has stopped. */
  blank: number;
}

/** Scrolling 100,000 rows by the wheel. */
export async function scrolling(stage: Stage): Promise<Measured> {
  const title =
    'Scrolling 100,000 customers: the frame time that 95 of 100 frames keep (60 a second: 16.7 ms)';
  const large = await stage.largeData();
  if (!large) return { title, lines: [], skipped: 'no PostgreSQL server is installed here' };
  const { desk, floor } = await recordedPlaces(stage, large.whole);
  const lines: Line[] = [];
  let blank = 0;
  for (const { cpu, bar, what } of [
    { cpu: 1, bar: 17, what: 'unthrottled' },
    { cpu: 4, bar: 20, what: 'CPU 4x slower' },
  ]) {
    const turns: Record<'own' | 'floor', number[]> = { own: [], floor: [] };
    for (let round = 0; round < stage.rounds(3); round++) {
      const own = await turn(stage, `${desk.address}/customers`, desk, cpu);
      turns.own.push(own.frame);
      blank += own.blank;
      turns.floor.push((await turn(stage, floor, null, cpu)).frame);
    }
    const frame = median(turns.own);
    const figures = { figure: ms(frame), spread: spread(turns.own, 1), bar: `at most ${bar} ms` };
    lines.push(
      // Frames are counted by the display's clock, which is not exact to the microsecond.
      atMost(Math.floor(frame), bar, { what, ...figures }),
      aside('the floor', ms(median(turns.floor)), spread(turns.floor, 1)),
    );
  }
  lines.push(
    atMost(blank, 0, {
      what: 'blank rows after it stops',
      figure: String(blank),
      spread: '',
      bar: 'none',
    }),
  );
  return { title, lines };
}

async function turn(stage: Stage, address: string, desk: Desk | null, cpu: number): Promise<Turn> {
  const { page, cdp, close } = await openPage(stage, desk, { cpu, before: watchRows });
  await page.goto(address);
  await page.waitForFunction(() => window.bench.paintedAt, null, { polling: 100 });
  await page.waitForTimeout(2_000);
  await page.evaluate(() => {
    const times: number[] = [];
    const tick = (time: number) => {
      times.push(time);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, { frameTimes: times });
  });
  const box = await page.getByRole('region', { name: 'Customers', exact: true }).boundingBox();
  if (!box) throw new Error('The list has no place');
  await cdp.send('Input.synthesizeScrollGesture', {
    ...{ x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) },
    ...{ yDistance: -WHEEL.distance, speed: WHEEL.speed, gestureSourceType: 'mouse' },
  });
  const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes);
  const blank = await page.evaluate(countBlank, 'section[aria-label=Customers]');
  await close();
  const frames = times.slice(1).map((time, index) => time - (times[index] as number));
  return { frame: quantile(frames, 0.95), blank };
}

/** Counts the places down the middle of a list's frame that show no row with text, two frames from now. */
async function countBlank(selector: string): Promise<number> {
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
  const frame = document.querySelector(selector)?.getBoundingClientRect();
  if (!frame) return -1;
  let blank = 0;
  for (let y = frame.top + 60; y < Math.min(frame.bottom, innerHeight) - 10; y += 20) {
    const row = document.elementFromPoint(frame.left + frame.width / 3, y)?.closest('tr');
    if (!row?.textContent?.trim()) blank += 1;
  }
  return blank;
}
