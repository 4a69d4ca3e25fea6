import * as z from 'zod/mini';

/** Items on a page where the caller names no number (docs/interface.md, "Limits", 1). */
export const DEFAULT_PAGE_SIZE = 10;

/** The most items one page carries; our service answers a larger wish with this many (docs/decisions.md, row 14). */
export const MAX_PAGE_SIZE = 100;

const MAX_PAGE = 2_147_483_647;

/** The paging parameters of every paged list. `limit` above MAX_PAGE_SIZE is answered with MAX_PAGE_SIZE. */
export const pageQuery = { page: z.optional(atLeastOne()), limit: z.optional(atLeastOne()) };

function atLeastOne() {
  const bounds = `must be a whole number from 1 to ${MAX_PAGE}`;
  return z.int().check(z.minimum(1, bounds), z.maximum(MAX_PAGE, bounds));
}

/** What a page query comes to: the page, its size within bounds, and the number of items before it. */
export function pageWindow(query: { page?: number | undefined; limit?: number | undefined }) {
  const page = query.page ?? 1;
  const limit = Math.min(query.limit ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  return { page, limit, offset: (page - 1) * limit };
}

/** The number of pages that `total` items fill; an empty list has one page, which is empty. */
export function pageCount(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

/** The paging fields of the loan list (interface, endpoint 2). */
export const docsPaging = {
  page: z.int(),
  limit: z.int(),
  sort: z.record(z.string(), z.number()),
  totalDocs: z.int(),
  totalPages: z.int(),
  hasPrevPage: z.boolean(),
  hasNextPage: z.boolean(),
};

/** The paging fields of the loan list, filled in. */
export function docsPage(window: { page: number; limit: number }, total: number) {
  const totalPages = pageCount(total, window.limit);
  return {
    page: window.page,
    limit: window.limit,
    totalDocs: total,
    totalPages,
    hasPrevPage: window.page > 1,
    hasNextPage: window.page < totalPages,
  };
}

/** The paging fields of members, tokens and transactions (interface, endpoints 5, 6, 7 and 10). */
export const countPaging = { page: z.int(), pages: z.int(), count: z.int(), total: z.int() };

/** The paging fields of members, tokens and transactions, filled in; `count` is the items on this page. */
export function countPage(window: { page: number; limit: number }, total: number, count: number) {
  return { page: window.page, pages: pageCount(total, window.limit), count, total };
}
