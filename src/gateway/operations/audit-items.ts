import type { AuditPerson, AuditTarget } from '#contract/audit.ts';
import type { EntryCheck, JournalOutcome } from '#contract/operations.ts';
import type { AuditItem } from '../audit/audit-log.ts';
import type { EntryRow } from './entry-row.ts';

/** What the audit log records of writes. */

/** The columns of a journal entry that the audit log names it by. */
export type AuditedRow = Pick<EntryRow, 'owner' | 'id' | 'kind' | 'target' | 'run' | 'line' | 'request_id'> &
  Pick<EntryRow, 'actor' | 'who'>;

/** SQL: those columns. */
export const AUDITED_COLUMNS = `owner, id, kind, target, run, line, request_id, who,
  coalesce(actor, (select r.actor from desk.run r where r.owner = journal.owner and r.id = journal.run)) as actor`;

/** A line of a run and what became of it; the run has the person. */
export type LineEnding = Omit<AuditedRow, 'actor' | 'who'> & Ending & { check?: EntryCheck | null };

/** SQL: its columns, those of the entry `j`. */
export const LINE_ENDING_COLUMNS =
  'j.owner, j.id, j.kind, j.target, j.run, j.line, j.request_id, j.outcome, j.by, j.status, j.code, j.message';

/** What is known of how an entry ended. */
export interface Ending {
  outcome: JournalOutcome;
  by: string | null;
  status: number | null;
  code: string | null;
  message: string | null;
  reply?: unknown;
  /** The check that found it out. */
  check?: Pick<EntryCheck, 'saw'> | null;
}

/** The person who requested something. Those who did so before there was an audit log have a name only. */
export function requesterOf({ actor, who }: { actor: AuditPerson | null; who: string }): AuditPerson {
  return actor ?? { person: null, name: who, subject: null, verified: false, session: null };
}

/** A write that is recorded and about to be sent. */
export function writeItem(
  write: Pick<EntryRow, 'owner' | 'kind' | 'target' | 'key' | 'body' | 'note'> & {
    actor: AuditPerson;
    requestId: string;
  },
  entry: string,
): AuditItem {
  const { owner, actor, kind, target, key, body, note, requestId } = write;
  return {
    owner,
    action: 'write',
    who: actor,
    requestId,
    reason: note.reason ?? null,
    target: targetOf({ id: entry, kind, target, run: null }),
    details: { kind, key, ...(body && { body }) },
  };
}

/** The outcome of a write, in the name of the person who requested it. */
export function outcomeItem(row: AuditedRow, ending: Ending): AuditItem {
  const { outcome, by, status, code, message, reply, check } = ending;
  const loan = row.kind === 'createLoan' ? (reply as { id?: unknown } | null | undefined)?.id : undefined;
  return {
    owner: row.owner,
    action: 'outcome',
    who: requesterOf(row),
    requestId: row.request_id || null,
    target: { ...targetOf(row), ...(typeof loan === 'string' && { loan }) },
    result: outcome,
    details: { ...kindOf(row), by, status, code, message, ...(check && { saw: check.saw }) },
  };
}

/** What became of a line, in the name of the person who created its run. */
export function lineItem(line: LineEnding, { actor, who }: Pick<AuditedRow, 'actor' | 'who'>): AuditItem {
  const row = { ...line, actor, who };
  return line.check && line.outcome === 'unknown' ? checkItem(row, line.check) : outcomeItem(row, line);
}

/** A check that left an outcome unknown. */
export function checkItem(row: AuditedRow, check: EntryCheck): AuditItem {
  return {
    owner: row.owner,
    action: 'check',
    who: null,
    target: targetOf(row),
    result: 'unknown',
    details: { ...kindOf(row), saw: check.saw, complete: check.complete, requestedBy: check.who },
  };
}

/** What a person requests or decides about an entry whose outcome is unknown. */
export function decisionItem(
  row: AuditedRow,
  action: 'check' | 'choice' | 'closure',
  person: { actor: AuditPerson; requestId: string },
  more: { result: string; reason?: string; loan?: string },
): AuditItem {
  const { result, reason, loan } = more;
  return {
    owner: row.owner,
    action,
    who: person.actor,
    requestId: person.requestId,
    result,
    ...(reason !== undefined && { reason }),
    target: { ...targetOf(row), ...(loan !== undefined && { loan }) },
    details: kindOf(row),
  };
}

function kindOf({ kind, line }: AuditedRow) {
  return { kind, ...(line !== null && { line }) };
}

/** The ids that name a write in the audit log. */
function targetOf({ id, kind, target, run }: Pick<EntryRow, 'id' | 'kind' | 'target' | 'run'>): AuditTarget {
  const order = kind === 'cancelOrder' && { member: target.id ?? '', order: target.orderId ?? '' };
  return { entry: id, ...(run !== null && { run }), ...order };
}
