import { queryOptions } from '@tanstack/react-query';
import type { AuditAction, AuditEntry } from '#contract/audit.ts';
import type { JournalEntry } from '#contract/operations.ts';
import type { Label } from '#dashboard/lib/label.ts';
import { truncateMiddle } from '#dashboard/lib/truncate.ts';
import { approvalAddress, entryAddress, runAddress } from '../addresses.ts';
import { readJournal } from '../operations/journal.ts';
import { wordsOf } from '../operations/outcome-words.ts';
import { readAuditLog } from './audit-log.ts';
import { actionText, resultText } from './audit-words.ts';

export interface HistoryRecord {
  kind: 'loan' | 'member' | 'customer';
  id: string;
  /** The id that writes use for it, if it differs. */
  idInWrites?: string;
}

export interface HistoryLine {
  id: string;
  at: string;
  who: string;
  /** Whether an identity provider vouches for the name, or Pledge did it by itself. */
  isVerified: boolean;
  text: string;
  href: string | null;
  result: Label | null;
  reason: string | null;
}

/** What was done about a record, newest first: its writes from the journal, everything else from the audit log. */
export function historyQuery({ kind, id, idInWrites = id }: HistoryRecord) {
  return queryOptions({
    queryKey: ['history', kind, id, idInWrites],
    queryFn: async ({ signal }) => {
      const [log, journal] = await Promise.all([
        readAuditLog({ [kind]: id }, signal),
        // The journal knows no customers.
        kind === 'customer' ? null : readJournal({ [kind]: idInWrites }, signal),
      ]);
      const entries = journal?.lines ?? [];
      // Who approved a loan is recorded about its request: there was no loan yet.
      const ofRequests =
        kind === 'loan'
          ? await Promise.all(entries.map((entry) => readAuditLog({ entry: entry.id }, signal)))
          : [];
      const logs = [log, ...ofRequests];
      const recorded = new Map(logs.flatMap(({ lines }) => lines.map((line) => [line.number, line])));
      const others = [...recorded.values()].filter(({ action }) => !OF_WRITES.includes(action));
      const lines = [...entries.map(lineOfWrite), ...others.map(lineOfOther)];
      return newestOf(lines, journal ? [...logs, journal] : logs);
    },
  });
}

const OF_WRITES: readonly AuditAction[] = ['write', 'outcome', 'check'];

/** Newest first, down to where the pages have all lines; whether there are older ones. */
function newestOf(
  lines: readonly HistoryLine[],
  pages: readonly { lines: readonly { at: string }[]; next: string | null }[],
) {
  const unfinished = pages.filter(({ next }) => next !== null);
  const end = unfinished.map((page) => page.lines.at(-1)?.at ?? '').reduce((a, b) => (a > b ? a : b), '');
  return {
    lines: lines.filter(({ at }) => at >= end).sort((a, b) => b.at.localeCompare(a.at)),
    hasOlder: unfinished.length > 0,
  };
}

function lineOfWrite(entry: JournalEntry): HistoryLine {
  const { id, at, who, verified, kind, target, note } = entry;
  const order = target.orderId === undefined ? '' : ` ${truncateMiddle(target.orderId)}`;
  return {
    id,
    at,
    who,
    isVerified: verified,
    reason: note.reason ?? null,
    text: kind === 'createLoan' ? 'Create loan' : `Cancel order${order}`,
    href: entryAddress(id),
    result: wordsOf(kind, entry),
  };
}

function lineOfOther(entry: AuditEntry): HistoryLine {
  const { number, at, who, reason, target } = entry;
  const label = resultText(entry);
  return {
    id: String(number),
    at,
    who: who?.name ?? 'Pledge',
    isVerified: who?.verified ?? true,
    reason,
    text: actionText(entry),
    href: pageOf(target),
    result: label === null ? null : { label, tone: 'neutral' },
  };
}

function pageOf({ approval, entry, run }: AuditEntry['target']): string | null {
  if (approval) return approvalAddress(approval);
  if (entry) return entryAddress(entry);
  return run ? runAddress(run) : null;
}
