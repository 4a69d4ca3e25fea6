import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AuditFilter, auditEntry } from '#contract/audit.ts';
import { encodeQuery } from '#contract/query.ts';
import { readOwnPage } from '../http/own-list.ts';

/** Reads a page of the audit log, newest first; `before` is the `next` of the page before it. Throws an ApiError. */
export async function readAuditLog(filter: AuditFilter, before: string | null, signal: AbortSignal) {
  const search = encodeQuery({ limit: 100, ...filter, before: before ?? undefined });
  return await readOwnPage(`/desk/log?${search}`, 'entries', auditEntry, signal);
}

/** The entries of the audit log that a filter matches, newest first, page after page. */
export function auditPages(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit-log', filter] as const,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => await readAuditLog(filter, pageParam, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
    // Rows don't move because a window comes to the front.
    refetchOnWindowFocus: false,
  });
}

export function auditFileAddress(filter: AuditFilter): string {
  const search = encodeQuery(filter).toString();
  return `/desk/log.csv${search && `?${search}`}`;
}
