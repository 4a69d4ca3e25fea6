import { AsyncLocalStorage } from 'node:async_hooks';
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { PageRequest, ServerPages } from '#contract/rendered-page.ts';
import { readSettings, type Settings } from '#contract/settings.ts';
import { deskQuery } from '#dashboard/api/session/session.ts';
import { readReader } from '#dashboard/lib/reader.ts';
import { provideRendering, type rendering } from '#dashboard/lib/rendering.ts';
import { preloadLazyParts } from '#dashboard/ui/lazy-part.tsx';
import { App } from '../app.tsx';
import { preloadPage } from '../page-parts.ts';
import { codeAt, pageAt } from '../paths.ts';
import { createQueryClient } from '../query-client.ts';

/** A page that waits longer for its data comes later than one that asks for them itself. */
const PATIENCE_MS = 250;

/** How long a page comes without its data after none of them came in time: the browser asks for the same once more. */
const REST_MS = 10_000;

const ANYBODY = { locale: 'en', zone: 'UTC', wide: true, mac: false };

const renderings = new AsyncLocalStorage<ReturnType<typeof rendering>>();

/** Fetches the code of every page; what it returns renders them, and waits at most so long for their data. */
export async function openPages(patienceMs = PATIENCE_MS): Promise<ServerPages> {
  provideRendering(() => renderings.getStore());
  await preloadLazyParts();
  const restsUntil = new Map<string, number>();

  const render = async (asked: PageRequest) => {
    // Markup can't hold this character: the browser would read another, and render a different page.
    if (asked.address.includes('%00')) return null;
    const { session } = asked.desk;
    const settings = readSettings(session ? session.settings : { theme: asked.theme });
    // A browser that has never been here has said nothing of itself, and the sign-in doesn't depend on it.
    const reader = session ? readReader(asked.reader, settings) : { ...ANYBODY, settings };
    if (!reader) return null;
    const { pathname, searchParams } = new URL(asked.address, 'http://desk');
    const found = session && pageAt(pathname);
    return await renderings.run({ reader, ask: asked.ask }, async () => {
      const client = createQueryClient();
      client.setQueryData(deskQuery.queryKey, { ...asked.desk, ended: false });
      if (found && (restsUntil.get(found.page.path) ?? 0) <= asked.at) {
        const loading = preloadPage(found.page, client, searchParams, found.params);
        // What fails in it, the page fails at again, and says so.
        const loaded = loading.catch(() => {}).then(() => true);
        const late = new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false));
        const isInTime = await Promise.race([loaded, late]);
        if (!isInTime && !hasAnswers(client)) restsUntil.set(found.page.path, asked.at + REST_MS);
      }
      return rendered(client, asked, settings);
    });
  };
  return { render, codeAt };
}

function rendered(client: QueryClient, { address, desk, at, ...asked }: PageRequest, settings: Settings) {
  const reader = desk.session ? asked.reader : '';
  const state = takeState(client);
  const markup = renderToString(
    <App
      client={client}
      at={at}
      router={(pages) => <StaticRouter location={address}>{pages}</StaticRouter>}
    />,
  );
  client.clear();
  // React leaves out what fails or waits inside a boundary, and marks the place.
  if (!markup.includes('<h1') || markup.includes('<!--$!-->'))
    throw new Error('The page could not be rendered.');
  // The page's policy forbids inline styles in markup; the browser sets them from here.
  return {
    markup: markup.replaceAll(' style="', ' data-style="'),
    from: { address, reader, settings, at, state },
  };
}

/** What the loader fetched, dehydrated. All else is removed: the page asks for it, and meets its failure itself. */
function takeState(client: QueryClient): unknown {
  const state = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state }) => queryKey[0] !== 'desk' && state.status === 'success',
  });
  // Larger answers don't travel in the page.
  const queries = state.queries.filter((query) => JSON.stringify(query).length <= 256 * 1024);
  const kept = new Set(queries.map(({ queryHash }) => queryHash));
  client.removeQueries({
    predicate: ({ queryHash, queryKey }) => queryKey[0] !== 'desk' && !kept.has(queryHash),
  });
  return { ...state, queries };
}

function hasAnswers(client: QueryClient): boolean {
  const queries = client.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[0] !== 'desk' });
  return queries.some(({ state }) => state.status === 'success');
}
