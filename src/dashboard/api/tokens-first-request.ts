import type { Paging } from '#dashboard/lib/paging.ts';

/**
 * The address of the first page of tokens that the first script of the page asks for, written out here because
 * the contract is still being downloaded then. Only of the plain list: a narrowed one waits for its code.
 */
export function tokenPageAddresses(search: URLSearchParams, { page, limit }: Paging): string[] {
  const others = [...search.keys()].filter((name) => !['page', 'limit', 'sort', 'cols'].includes(name));
  return others.length > 0 ? [] : [`/v1/api/tokens?page=${page}&limit=${limit}`];
}
