import type { LoadedPage } from '#dashboard/lib/loaded-page.ts';
import { ApiError } from './http/api-error.ts';
import type { Answer } from './http/client.ts';

/** One page of a list out of an answer, which holds its rows under a name. Throws an ApiError where there are none. */
export function listedPage<Row>(
  { drift, requestId }: Pick<Answer<'listLoans'>, 'drift' | 'requestId'>,
  name: string,
  rows: Row[] | undefined,
  echo: Pick<LoadedPage<Row>, 'page' | 'limit' | 'total'>,
): LoadedPage<Row> {
  if (rows === undefined) {
    throw new ApiError('unreadable', { message: `The answer held no list of ${name}.`, requestId });
  }
  return { rows, unreadable: drift.filter(({ path }) => path === `${name}[]`).length, ...echo };
}
