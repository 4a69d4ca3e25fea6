import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has before the one that is looked for. */
const MANY_STOPS = 200;

declare global {
  interface Window {
    /** What had the focus last, and how it looked then. */
    lastStop?: { node: Element; look: string } | undefined;
  }
}

/**
 * Says what is wrong with where the focus is, or was: what can be reached by Tab has to show that it has the focus,
 * by a line round itself or round its label, which is gone once the focus has moved on. Null where all is well.
 */
function judgeFocus(): string | null {
  const active = document.activeElement;
  const last = window.lastStop;
  window.lastStop = undefined;
  if (last && last.node !== active && last.node.isConnected && lookOf(last.node) === last.look)
    return `${nameOf(last.node)} looks the same with the focus and without`;
  const isGuard = active?.hasAttribute('data-base-ui-focus-guard');
  const isStop = active instanceof HTMLElement && (active.tabIndex >= 0 || active.matches('tr'));
  if (!isStop || active === document.body || isGuard) return null;
  window.lastStop = { node: active, look: lookOf(active) };
  return drawnBy(active).some(hasLine) ? null : `${nameOf(active)} shows no focus`;

  function drawnBy(node: Element): Element[] {
    // A row draws its line by its cells.
    const parts = node.matches('tr') ? node.children : ((node as HTMLInputElement).labels ?? []);
    return [node, ...parts];
  }
  function hasLine(node: Element): boolean {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(node);
    const { width, height } = node.getBoundingClientRect();
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    return (isOutlined || boxShadow !== 'none') && width > 1 && height > 1;
  }
  function lookOf(node: Element): string {
    const looks = drawnBy(node).map((each) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return outlineStyle === 'none' ? boxShadow : [outlineStyle, outlineWidth, boxShadow].join(' ');
    });
    return looks.join(', ');
  }
  function nameOf(node: Element): string {
    return `${node.tagName} “${(node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 60)}”`;
  }
}

/** Presses a key, and expects that the focus is visible afterwards. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  expect(await page.evaluate(judgeFocus)).toBeNull();
}

/** Goes from stop to stop, by Tab or another key, until the focus is where it is wanted. */
export async function moveTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MANY_STOPS; stop += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await press(page, key);
  }
  await expect(target).toBeFocused();
}

/** Goes where something is and presses Enter on it. */
export async function enter(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await moveTo(page, target, key);
  await page.keyboard.press('Enter');
}
