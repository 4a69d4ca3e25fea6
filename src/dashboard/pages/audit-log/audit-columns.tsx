import type { AuditEntry } from '#contract/audit.ts';
import { actionText, resultText, subjectOf } from '#dashboard/api/activity/audit-words.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { CardLines } from '#dashboard/list/card-lines.tsx';
import { head, textColumn, timeColumn } from '#dashboard/list/columns.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

export const auditColumns: Column<AuditEntry>[] = [
  {
    ...timeColumn<AuditEntry>(head('at', 'When', 'w-40', 'w-28'), ({ at }) => at),
    required: true,
    sortable: { by: ({ number }) => number },
  },
  {
    ...head('who', 'Who', 'w-56', 'w-32'),
    sortable: { by: nameOf },
    cell: (entry) => <Who entry={entry} />,
  },
  textColumn(head('action', 'Action', 'w-60', 'w-40'), actionText),
  {
    ...head('subject', 'Record', 'w-44', 'w-32'),
    sortable: { by: (entry) => subjectOf(entry)?.label },
    cell: (entry) => {
      const subject = subjectOf(entry);
      if (!subject) return <Unknown reason="None" />;
      return (
        <RowLink href={subject.href} className="text-accent-text hover:underline underline-offset-2">
          {subject.label}
        </RowLink>
      );
    },
  },
  textColumn(head('result', 'Result', 'w-32', 'w-20'), resultText),
  textColumn(head('reason', 'Reason', 'w-48', 'w-32'), ({ reason }) => reason),
  {
    ...head('number', 'Number', 'w-20', 'w-10'),
    align: 'end',
    optional: true,
    cell: ({ number }) => <span className="tabular">{number}</span>,
  },
  {
    ...head('request', 'Request ID', 'w-40', 'w-28'),
    optional: true,
    cell: ({ requestId }) =>
      requestId ? <CopyId id={requestId} name="request ID" /> : <Unknown reason="None" />,
  },
];

function nameOf({ who }: AuditEntry): string {
  return who?.name ?? 'Pledge';
}

function Who({ entry }: { entry: AuditEntry }) {
  return (
    <span className="flex min-w-0 max-w-70 gap-1">
      <bdi title={clip(nameOf(entry), 500)} className="truncate">
        {clip(nameOf(entry), 60)}
      </bdi>{' '}
      {entry.who && !entry.who.verified && (
        <span className="min-w-0 shrink-[99] truncate text-muted">self-declared</span>
      )}
    </span>
  );
}

export function AuditCard({ entry }: { entry: AuditEntry }) {
  const subject = subjectOf(entry);
  return (
    <CardLines
      title={<span className="whitespace-normal wrap-anywhere">{clip(actionText(entry), 500)}</span>}
      aside={<span className="text-table">{resultText(entry)}</span>}
      note={<Who entry={entry} />}
      noteAside={<DateTime at={Date.parse(entry.at)} />}
    >
      {subject && <p className="mt-1 truncate text-table">{subject.label}</p>}
      {entry.reason && (
        <p className="mt-1 line-clamp-2 text-soft text-table wrap-anywhere">{clip(entry.reason, 200)}</p>
      )}
    </CardLines>
  );
}
