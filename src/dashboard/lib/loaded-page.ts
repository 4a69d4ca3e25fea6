/** One page of a list as the service answered it; `undefined` is what it didn't say. */
export interface LoadedPage<Row> {
  rows: readonly Row[];
  unreadable: number;
  page: number | undefined;
  limit: number | undefined;
  total: number | undefined;
}

/** How many pages a list has; without a total, there may always be one more. */
export function pagesOf(total: number | undefined, limit: number): number {
  return total === undefined ? Number.POSITIVE_INFINITY : Math.ceil(total / limit);
}
