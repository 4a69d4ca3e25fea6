import { type AuditFilter, auditEntry } from '#contract/audit.ts';
import { encodeQuery } from '#contract/query.ts';
import { pagesQuery, readOwnPage } from '../http/own-list.ts';

/** Reads a page of the audit log, newest first; `before` is the `next` of the page before it. Throws an ApiError. */
export async function readAuditLog(filter: AuditFilter, before: string | undefined, signal: AbortSignal) {
  const search = encodeQuery({ limit: 100, ...filter, before });
  return await readOwnPage(`/desk/log?${search}`, 'entries', auditEntry, signal);
}

/** The entries of the audit log that a filter matches, newest first, page after page. */
export function auditPages(filter: AuditFilter) {
  const pages = pagesQuery(['audit-log', filter], (before, signal) => readAuditLog(filter, before, signal));
  // Rows don't move because a window comes to the front.
  return { ...pages, refetchOnWindowFocus: false };
}

export function auditFileAddress(filter: AuditFilter): string {
  const search = encodeQuery(filter).toString();
  return `/desk/log.csv${search && `?${search}`}`;
}
