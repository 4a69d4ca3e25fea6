import type { Desk } from '../desk.ts';
import { watchRows } from '../in-page.ts';
import { SCALE_TOKEN } from '../large-data.ts';
import { median, ms, quantile, spread } from '../numbers.ts';
import { openPage } from '../open-page.ts';
import { isWanted } from '../options.ts';
import { runOfUnknown } from '../orders.ts';
import { aside, atMost, type Line, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';
import { recordedPlaces } from './customers.ts';

const WHEEL = { distance: 16_000, speed: 6_000 };

/** A list that can be long, on a desk or on the floor. */
interface LongList {
  label: string;
  address: string;
  desk: Desk | null;
  /** Whether it belongs to the first row at the address, which is opened before. */
  isOfFirstRow?: boolean;
}

/** What scrolling over a list by the wheel came to. */
interface Turn {
  /** The frame time that 95 of 100 frames keep, in milliseconds. */
  frame: number;
  /** Places in the list's frame without a row after scrolling has stopped. */
  blank: number;
}

/** Scrolling every list that can be long: 100,000 customers, 100,000 loans, and what else comes with them. */
export async function scrolling(stage: Stage): Promise<Measured> {
  const title = 'Scrolling long lists: the frame time that 95 of 100 frames keep (60 a second: 16.7 ms)';
  const large = await stage.largeData();
  if (!large) return { title, lines: [], skipped: 'no PostgreSQL server is installed here' };
  const { desk, floor } = await recordedPlaces(stage, large.whole);
  const live = await stage.desk({ DATABASE_URL: large.tenth }, SCALE_TOKEN);
  await runOfUnknown(live, 500);
  const lists: LongList[] = [
    { label: 'Customers', address: `${desk.address}/customers`, desk },
    { label: 'Loans', address: `${live.address}/loans`, desk: live },
    { label: 'Tokens', address: `${live.address}/tokens?status=all`, desk: live },
    { label: 'Members', address: `${live.address}/members`, desk: live },
    {
      label: 'Transactions',
      address: `${live.address}/customers?sort=-trades`,
      desk: live,
      isOfFirstRow: true,
    },
    { label: 'Activity', address: `${live.address}/activity`, desk: live },
  ];
  const reference: LongList = { label: 'Customers', address: floor, desk: null };
  const lines: Line[] = [];
  for (const { cpu, bar } of [
    { cpu: 1, bar: 17 },
    { cpu: 4, bar: 33 },
  ]) {
    for (const list of lists.filter(({ label }) => isWanted(stage.options, label))) {
      const turns = await repeat(stage, list, cpu);
      const frames = turns.map(({ frame }) => frame);
      const blank = Math.max(...turns.map((turn) => turn.blank));
      const figure = `${ms(median(frames))}, ${blank} blank`;
      const what = `${list.label}, CPU ${cpu}x`;
      // Frames are counted by the display's clock, which is not exact to the microsecond.
      const worst = blank > 0 ? Number.POSITIVE_INFINITY : Math.floor(median(frames));
      const figures = { figure, spread: spread(frames, 1), bar: `at most ${bar} ms, none blank` };
      lines.push(atMost(worst, bar, { what, ...figures }));
    }
    const floors = (await repeat(stage, reference, cpu)).map(({ frame }) => frame);
    lines.push(aside(`the floor, CPU ${cpu}x`, ms(median(floors)), spread(floors, 1)));
  }
  return { title, lines };
}

async function repeat(stage: Stage, list: LongList, cpu: number): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (let round = 0; round < stage.rounds(3); round++) turns.push(await scroll(stage, list, cpu));
  return turns;
}

async function scroll(
  stage: Stage,
  { label, address, desk, isOfFirstRow }: LongList,
  cpu: number,
): Promise<Turn> {
  const { page, cdp, close } = await openPage(stage, desk, { cpu, before: watchRows });
  await page.goto(address);
  await page.waitForFunction(() => window.bench.paintedAt, null, { polling: 100 });
  if (isOfFirstRow) await page.locator('a[data-row-link]').first().click();
  const list = page.getByRole('region', { name: label, exact: true });
  await list.locator('tbody tr').nth(5).waitFor();
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
  const box = await list.boundingBox();
  if (!box) throw new Error(`${label} has no place`);
  await cdp.send('Input.synthesizeScrollGesture', {
    x: Math.round(box.x + box.width / 2),
    y: Math.round(box.y + box.height / 2),
    yDistance: -WHEEL.distance,
    speed: WHEEL.speed,
    gestureSourceType: 'mouse',
  });
  const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes);
  const blank = await list.evaluate(countBlank);
  await close();
  const frames = times.slice(1).map((time, index) => time - (times[index] as number));
  return { frame: quantile(frames, 0.95), blank };
}

/** Counts the places down the middle of a list's frame that show no row with text, two frames from now. */
async function countBlank(list: Element): Promise<number> {
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
  const frame = list.getBoundingClientRect();
  let blank = 0;
  for (let y = frame.top + 60; y < Math.min(frame.bottom, innerHeight) - 10; y += 20) {
    const row = document.elementFromPoint(frame.left + frame.width / 3, y)?.closest('tr');
    if (!row?.textContent?.trim()) blank += 1;
  }
  return blank;
}
