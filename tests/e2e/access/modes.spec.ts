import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectLoaded, signIn, test, withoutRendering } from '../desk.ts';
import { PLAIN_PAGES, recordPages } from './records.ts';

async function eachPage(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  for (const path of [...PLAIN_PAGES, ...(await recordPages(page))]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectLoaded(page);
      await look(path);
    });
  }
}

test('with reduced motion nothing moves, not even what loads', async ({ page }) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await withoutRendering(page);
  await signIn(page, 'Crestline', '/settings');
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map((animation) => animation.effect?.getComputedTiming())
        .filter((timing) => Number(timing?.duration) > 10 || timing?.iterations === Number.POSITIVE_INFINITY)
        .map((timing) => `${timing?.duration} ms, ${timing?.iterations} times`),
    );
  await eachPage(page, async () => expect(await moving()).toEqual([]));
  await page.route('**/v1/api/creditor/credit/loans*', () => {});
  await page.goto('/loans');
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
  expect(await moving()).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('with more contrast every page keeps its lines and is accessible', async ({ page }) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' });
  await signIn(page, 'Crestline', '/settings');
  for (const path of ['/', '/loans', '/loans/new', '/members']) {
    await page.goto(path);
    await expectLoaded(page);
    await expectAccessible(page);
  }
});

/**
 * Returns everything that can be recognised by its background colour only. Forced colours replace backgrounds, so charts
 * must keep theirs, pressed buttons must have a border, and the focus must be visible.
 */
const lostInForcedColours = () => {
  const lost: string[] = [];
  const nameOf = (node: Element) =>
    `${node.tagName} ${node.getAttribute('aria-label') ?? ''} ${node.className}`.slice(0, 120);
  const isSeen = (node: Element) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(node).visibility !== 'hidden';
  };
  for (const node of document.querySelectorAll('[class*="bg-"]')) {
    const [own = '', text] = [
      /(?:^|\s)bg-(accent|warning|danger|success|control|muted|text)(?=\s|$)/.exec(node.className)?.[0],
      node.textContent?.trim(),
    ];
    const isDrawing = own !== '' && !text && node.querySelector('svg') === null;
    if (isDrawing && isSeen(node) && getComputedStyle(node).forcedColorAdjust !== 'none')
      lost.push(`drawing ${nameOf(node)}`);
  }
  for (const node of document.querySelectorAll(
    '[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]',
  )) {
    const { outlineStyle, borderBottomWidth, borderBottomStyle } = getComputedStyle(node);
    const hasLine = outlineStyle !== 'none' || (borderBottomStyle !== 'none' && borderBottomWidth !== '0px');
    if (isSeen(node) && !hasLine) lost.push(`chosen ${nameOf(node)}`);
  }
  return lost;
};

test('in forced colours nothing depends on its background alone', async ({ page }) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await signIn(page, 'Crestline', '/settings');
  expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
  await eachPage(page, async () => {
    expect(await page.evaluate(lostInForcedColours)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement as Element).outlineStyle,
    );
    expect(outline).not.toBe('none');
  });
});
