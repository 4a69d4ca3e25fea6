import { type AuditFilter, auditEntry } from '#contract/audit.ts';
import { encodeQuery } from '#contract/query.ts';
import { HISTORY_PAGES, ownReader, pagesQuery } from '../http/own-list.ts';

export const readAuditLog = ownReader<AuditFilter, typeof auditEntry>('/desk/log', 'entries', auditEntry);

export function auditPages(filter: AuditFilter) {
  const pages = pagesQuery(['audit-log', filter], HISTORY_PAGES, (place, signal) =>
    readAuditLog({ ...filter, ...place }, signal),
  );
  // Rows don't move because a window comes to the front.
  return { ...pages, refetchOnWindowFocus: false };
}

export function auditFileAddress(filter: AuditFilter): string {
  const search = encodeQuery(filter).toString();
  return `/desk/log.csv${search && `?${search}`}`;
}
