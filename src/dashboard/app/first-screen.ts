import type { QueryClient } from '@tanstack/react-query';
import { deskQuery } from '#dashboard/api/session.ts';
import { preloadPage } from './page-parts.ts';
import { pageAt } from './paths.ts';
import { SignInPage } from './sign-in-part.ts';

/** Milliseconds that rows which are about to be there are worth waiting for, sooner than painting placeholders. */
const ALMOST_THERE = 50;

/**
 * Waits for what the first screen is made of, all of it under way since the page's first script, so that it is
 * painted once. Whatever fails here fails again where it is used, and is told there.
 */
export async function prepareFirstScreen(client: QueryClient): Promise<void> {
  try {
    const { session } = await client.fetchQuery(deskQuery);
    if (session === null) return await SignInPage.preload();
    const found = pageAt(location.pathname);
    if (!found) return;
    const { page, params } = found;
    const code = page.load();
    const all = preloadPage(page, client, new URLSearchParams(location.search), params);
    await Promise.race([all, code.then(() => new Promise((resolve) => setTimeout(resolve, ALMOST_THERE)))]);
  } catch {
    // See above.
  }
}
