import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { loanPageQuery } from '#dashboard/api/loans.ts';
import { seedQuery } from '#dashboard/api/queries.ts';
import { readPaging } from '#dashboard/lib/paging.ts';
import { currentSettings } from '#dashboard/lib/settings.ts';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { PagedLoans } from './paged-loans.tsx';

const AllLoans = lazyPart(() => import('./all-loans.tsx').then((module) => module.AllLoans));

function isWhole(search: URLSearchParams): boolean {
  return search.get('all') === '1';
}

function pagingOf(search: URLSearchParams) {
  return readPaging(search, currentSettings().pageSize);
}

export async function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  if (isWhole(search)) await AllLoans.preload();
  else await client.prefetchQuery(loanPageQuery(pagingOf(search)));
}

/** More rows than anybody sees at once would hold up whoever draws them for no gain. */
const MOST_IN_PICTURE = 50;

export const picture = {
  isOf: (search: URLSearchParams) => !isWhole(search) && pagingOf(search).limit <= MOST_IN_PICTURE,
  prime(client: QueryClient, search: URLSearchParams, [body = '']: readonly string[]) {
    seedQuery(client, 'listLoans', { query: pagingOf(search) }, body);
  },
};

/** The creditor's loans: a page of them in the service's order, or all of them, filtered and sorted here. */
export default function LoansPage() {
  const [search] = useSearchParams();
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6 desk:h-full">
      {isWhole(search) ? (
        <Suspense>
          <AllLoans />
        </Suspense>
      ) : (
        <PagedLoans />
      )}
    </div>
  );
}
