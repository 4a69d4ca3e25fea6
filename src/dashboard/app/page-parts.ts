import type { QueryClient } from '@tanstack/react-query';
import { deskQuery } from '#dashboard/api/session/session.ts';
import { latePart } from '#dashboard/ui/late-part.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { isRecordPage, lackFor, type Page, type PageModule, type PageParams, pageAt } from './paths.ts';
import { SignInPage } from './session/sign-in-part.ts';

export const NotFound = lazyPart(() => import('./no-page.tsx').then((module) => module.NotFound));
export const NotPermitted = lazyPart(() => import('./no-page.tsx').then((module) => module.NotPermitted));

/** The page that it is shown above does not wait for its code. */
export const RoleLost = latePart(() => import('./no-page.tsx').then((module) => module.RoleLost));

/**
 * Fetches who is signed in and the code of the page at the address; `loads` its data, too, without waiting for them.
 * Never rejects: what fails here fails again where it is used, and is reported there.
 */
export async function openPage(client: QueryClient, loads: boolean): Promise<void> {
  try {
    const { session } = await client.fetchQuery(deskQuery);
    if (session === null) return await SignInPage.preload();
    const found = pageAt(location.pathname);
    if (!found) return await NotFound.preload();
    const loader = await loaderOf(found.page, client);
    if (loads) loader?.(client, new URLSearchParams(location.search), found.params).catch(() => {});
  } catch {
    // See above.
  }
}

/** Fetches a page's code, and then what it shows first, if the person may open it. */
export async function preloadPage(
  page: Page,
  client: QueryClient,
  search: URLSearchParams,
  params: PageParams,
): Promise<void> {
  await (await loaderOf(page, client))?.(client, search, params);
}

/** Fetches a page's code and returns its loader; none where the person may not open the page, or it has none. */
async function loaderOf(page: Page, client: QueryClient): Promise<PageModule['loader']> {
  const roles = client.getQueryData(deskQuery.queryKey)?.session?.roles ?? [];
  if (lackFor(page, roles) !== null) {
    await NotPermitted.preload();
    return undefined;
  }
  await page.Part.preload();
  return (await page.load()).loader;
}

/**
 * Prefetches the page at an address that is likely to be opened next. For a page of one record that is only the code,
 * unless it is `sure`: a pointer that crosses a list would otherwise fetch every record in it. Resolves with whether
 * the page has everything that it shows first.
 */
export async function fetchAhead(url: URL, client: QueryClient, sure: boolean): Promise<boolean> {
  const found = pageAt(url.pathname);
  if (!found) return false;
  const { page, params } = found;
  const onlyCode = isRecordPage(page) && !sure;
  try {
    if (onlyCode) await page.Part.preload();
    else await preloadPage(page, client, url.searchParams, params);
    return !onlyCode;
  } catch {
    // If it fails here, it fails again where it is needed, and is reported there.
    return false;
  }
}
