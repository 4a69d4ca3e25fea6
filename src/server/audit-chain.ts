import { createHash } from 'node:crypto';
import type { AuditEntry } from '#contract/audit.ts';

/**
 * The chain of the audit log: each entry contains the hash of the one before it, so that a changed, removed or
 * reordered entry no longer matches those that follow. docs/audit-log.md describes the text so that others can check it.
 */

/** An entry before it has its hash. */
export type Unhashed = Omit<AuditEntry, 'hash'>;

/** The text that is hashed: JSON by RFC 8785 (keys in order, no spaces) of all fields and the organisation. */
function auditText(organisation: string, entry: Unhashed): string {
  const { number, at, action, who, target, reason, requestId, result, details, previous } = entry;
  return canonicalJson({
    organisation,
    number,
    at,
    action,
    who,
    target,
    reason,
    requestId,
    result,
    details,
    previous,
  });
}

export function auditHash(organisation: string, entry: Unhashed): string {
  return createHash('sha256').update(auditText(organisation, entry)).digest('hex');
}

/** A row of desk.audit. */
export interface AuditRow extends Omit<AuditEntry, 'number' | 'at' | 'requestId'> {
  /** A bigint, which the driver gives as text. */
  number: string;
  at: Date;
  request_id: string | null;
}

/** SQL: the columns of such a row. */
export const AUDIT_COLUMNS =
  'number, at, action, who, target, reason, request_id, result, details, previous, hash';

export function auditEntryOf(row: AuditRow): AuditEntry {
  const { number, at, request_id: requestId, ...same } = row;
  return { ...same, number: Number(number), at: at.toISOString(), requestId };
}

/** JSON by RFC 8785. JavaScript writes numbers and texts as it demands and compares keys by its order. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`);
  return `{${fields.join(',')}}`;
}
