import type { AuditPerson } from '#contract/audit.ts';
import type { JournalEntry } from '#contract/operations.ts';

/** A row of desk.journal. */
export interface EntryRow
  extends Omit<
    JournalEntry,
    'person' | 'verified' | 'approvedBy' | 'at' | 'settledAt' | 'requestId' | 'durationMs' | 'nextCheckAt'
  > {
  owner: string;
  /** Who requested it, as the audit log names them; null in older entries. */
  actor: AuditPerson | null;
  /** Who approved it, where it was read together with its approval. */
  approved_by?: string | null;
  at: Date;
  /** When it was sent, if that was later than its request: once it was judged, or approved. */
  sent_at: Date | null;
  settled_at: Date | null;
  request_id: string;
  duration_ms: number | null;
  content: string | null;
  claimed_by: string | null;
  check_count: number;
  check_at: Date | null;
  check_for: string | null;
  /** The access token, sealed. */
  token: string | null;
  /** The creditor that it was sealed for; null if it was none's, and in older entries. */
  creditor: string | null;
  answer: string | null;
}

/** When a write was sent, in milliseconds since 1970: what its time limits and checks go by. */
export function sentAt({ at, sent_at }: Pick<EntryRow, 'at' | 'sent_at'>): number {
  return (sent_at ?? at).getTime();
}

/** An entry as browsers get it: without the sealed token and what only the gateway needs. */
export function entryOf(row: EntryRow): JournalEntry {
  return {
    id: row.id,
    key: row.key,
    kind: row.kind,
    outcome: row.outcome,
    by: row.by,
    at: row.at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    who: row.who,
    person: row.actor?.person ?? null,
    verified: row.actor?.verified ?? false,
    target: row.target,
    note: row.note,
    body: row.body,
    status: row.status,
    code: row.code,
    message: row.message,
    reply: row.reply,
    requestId: row.request_id,
    durationMs: row.duration_ms && Math.round(row.duration_ms),
    run: row.run,
    line: row.line,
    approval: row.approval,
    approvedBy: row.approved_by ?? null,
    checks: row.checks,
    nextCheckAt: row.outcome === 'unknown' ? (row.check_at?.toISOString() ?? null) : null,
    blocked: row.blocked,
    candidates: row.candidates,
  };
}
