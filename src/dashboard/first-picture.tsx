import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { Asked, FirstPictures } from '#contract/picture.ts';
import { deskQuery } from './api/session.ts';
import { pageParts } from './app/page-parts.ts';
import { type PageModule, pageAt } from './app/paths.ts';
import { createQueryClient } from './app/query-client.ts';
import { SessionGate } from './app/session-gate.tsx';
import { asReader, readReader } from './lib/reader.ts';

/** Fetches the code of every page and returns what draws those of them that have a picture. */
export async function openPictures(): Promise<FirstPictures> {
  const modules = new Map<string, PageModule>();
  for (const { page, Part } of pageParts) {
    await Part.preload();
    modules.set(page.path, await page.load());
  }

  function find({ address, reader: text }: Asked) {
    const { pathname, searchParams: search } = new URL(`http://desk${address}`);
    const reader = readReader(text);
    const page = pageAt(pathname)?.page;
    const picture = page && modules.get(page.path)?.picture;
    if (!page || !picture || !reader) return null;
    return asReader(reader, () => picture.isOf(search)) ? { search, reader, page, picture } : null;
  }

  return {
    requestsFor(asked) {
      const found = find(asked);
      return found && asReader(found.reader, () => found.page.firstRequests?.(found.search) ?? null);
    },
    draw(asked, desk, bodies) {
      const found = find(asked);
      if (!found) throw new Error('There is no picture of this page.');
      const client = createQueryClient();
      return asReader(found.reader, () => {
        client.setQueryData(deskQuery.queryKey, { ...desk, ended: false });
        found.picture.prime(client, found.search, bodies);
        const markup = renderToStaticMarkup(
          <QueryClientProvider client={client}>
            <StaticRouter location={asked.address}>
              <Suspense>
                <SessionGate />
              </Suspense>
            </StaticRouter>
          </QueryClientProvider>,
        );
        // React leaves out what fails inside of a boundary, and says nothing.
        if (!markup.includes('<h1')) throw new Error('The page could not be drawn.');
        return markup;
      });
    },
  };
}
