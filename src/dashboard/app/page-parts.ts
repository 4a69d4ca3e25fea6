import type { QueryClient } from '@tanstack/react-query';
import { lazyPart } from './lazy-part.tsx';
import { type Page, pages } from './paths.ts';

/** Every page with the component that shows it. */
export const pageParts = Object.values<Page>(pages).map((page) => ({
  page,
  Part: lazyPart(() => page.load().then((module) => module.default)),
}));

/** Fetches a page's code, and then what it shows first. */
export async function preloadPage(page: Page, client: QueryClient, search: URLSearchParams): Promise<void> {
  await pageParts.find((part) => part.page === page)?.Part.preload();
  await (await page.load()).loader?.(client, search);
}
