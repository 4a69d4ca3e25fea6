import type { QueryClient } from '@tanstack/react-query';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { isRecordPage, type Page, type PageParams, pageAt, pages } from './paths.ts';

/** Every page with the component that shows it. */
export const pageParts = Object.values<Page>(pages).map((page) => ({
  page,
  Part: lazyPart(() => page.load().then((module) => module.default)),
}));

/** Fetches a page's code, and then what it shows first. */
export async function preloadPage(
  page: Page,
  client: QueryClient,
  search: URLSearchParams,
  params: PageParams,
): Promise<void> {
  await preloadCode(page);
  await (await page.load()).loader?.(client, search, params);
}

/**
 * Fetches what stands at an address of ours that is likely to be asked for next. Of a page of one record it is
 * the code, until it is `sure`: a pointer that crosses a list would otherwise ask for every record in it.
 * Resolves with whether the page has all that it shows first.
 */
export async function approach(url: URL, client: QueryClient, sure: boolean): Promise<boolean> {
  const found = pageAt(url.pathname);
  if (!found) return false;
  const { page, params } = found;
  const onlyCode = isRecordPage(page) && !sure;
  try {
    if (onlyCode) await preloadCode(page);
    else await preloadPage(page, client, url.searchParams, params);
    return !onlyCode;
  } catch {
    // If it fails here, it fails again where it is needed, and is told there.
    return false;
  }
}

async function preloadCode(page: Page): Promise<void> {
  await pageParts.find((part) => part.page === page)?.Part.preload();
}
