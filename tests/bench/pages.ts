import { isRecordPage, pages } from '#dashboard/app/paths.ts';
import type { Desk } from './desk.ts';
import { openPage } from './open-page.ts';
import { runOfUnknown } from './orders.ts';
import type { Stage } from './stage.ts';

/** The address of every page, but for those of one record. */
const PAGES = Object.values(pages).flatMap((page) => (isRecordPage(page) ? [] : [page.path]));
/** Lists whose first record is opened, too. An approval would need a rule and a second person. */
const LISTS = ['/loans', '/tokens', '/customers', '/members', '/orders/runs', '/activity'];

/** Makes a run of ten lines, and returns the addresses of all pages, and of one record of each list. */
export async function everyPage(stage: Stage, desk: Desk): Promise<string[]> {
  await runOfUnknown(desk, 10);
  const { page, close } = await openPage(stage, desk);
  const records: string[] = [];
  for (const list of LISTS) {
    await page.goto(list);
    records.push((await page.locator('a[data-row-link]').first().getAttribute('href')) ?? '');
  }
  await close();
  return [...PAGES, ...records];
}

/** A page's address, without the id of a record. */
export function nameOf(path: string): string {
  return PAGES.includes(path) ? path : path.replace(/[^/]+$/, ':id');
}

/** A desk with the cookies that a sign-in by the page sets: the reader's as well as the session's. */
export async function readerOf(stage: Stage, desk: Desk): Promise<Desk> {
  const { page, close } = await openPage(stage, desk);
  await page.goto('/settings');
  await page.waitForFunction(() => document.cookie.includes('pledge-reader='));
  const storageState = await page.context().storageState();
  await close();
  return { ...desk, storageState };
}
