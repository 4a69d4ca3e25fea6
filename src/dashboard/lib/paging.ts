/** Which page of a list an address asks for. */
export interface Paging {
  page: number;
  limit: number;
}

/** The page sizes a list offers. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

/**
 * The page size of an address that names a page but no size, and of one that names neither where nobody has
 * chosen another. A page's number means the same rows to everyone it is sent to, whatever they have chosen.
 */
const LIST_SIZE = 25;

/**
 * The paging of an address; a value that is nonsense, or stands there twice, falls back quietly. `size` is the
 * reader's own page size, in which a list opens.
 */
export function readPaging(search: URLSearchParams, size: number = LIST_SIZE): Paging {
  const page = wholeNumber(search, 'page') ?? 1;
  const limit = wholeNumber(search, 'limit');
  const offered = PAGE_SIZES.find((offer) => offer === limit);
  return { page, limit: offered ?? sizeUnsaid(page, size) };
}

/** The address's query with another paging in it: the rest of it stays, defaults are left out. */
export function withPaging(search: URLSearchParams, paging: Paging, size: number = LIST_SIZE): string {
  const next = new URLSearchParams(search);
  next.delete('page');
  next.delete('limit');
  if (paging.page !== 1) next.set('page', String(paging.page));
  if (paging.limit !== sizeUnsaid(paging.page, size)) next.set('limit', String(paging.limit));
  const text = next.toString();
  return text && `?${text}`;
}

/** The page of another size that has the first row of this one. */
export function resized(paging: Paging, limit: number): Paging {
  return { page: Math.floor(((paging.page - 1) * paging.limit) / limit) + 1, limit };
}

function sizeUnsaid(page: number, size: number): number {
  return page === 1 ? size : LIST_SIZE;
}

function wholeNumber(search: URLSearchParams, name: string): number | null {
  const [text, ...more] = search.getAll(name);
  return text !== undefined && more.length === 0 && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
