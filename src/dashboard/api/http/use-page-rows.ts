import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useQueryRows } from './use-query-rows.ts';
import { useStanding } from './use-standing-error.ts';

type Page<Name extends string, Row> = Record<Name, Row[]> & {
  total?: number | null | undefined;
  unreadable?: number;
};

interface Known {
  /** Names what is listed. */
  of?: string;
  /** How many rows there are, where no page says so. */
  total?: number;
}

/** The rows of a query of pages; `name` is that of the rows in a page. */
export function usePageRows<Name extends string, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page<Name, Row>>>,
  name: Name,
  { of = name, total }: Known = {},
) {
  const standing = useStanding(query);
  const pages = standing.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page[name]), [pages, name]);
  const unreadable = pages?.reduce((sum, page) => sum + (page.unreadable ?? 0), 0) ?? 0;
  return useQueryRows([standing], { rows, total: total ?? pages?.[0]?.total ?? undefined, unreadable, of });
}
