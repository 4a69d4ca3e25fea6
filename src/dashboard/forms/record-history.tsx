import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type HistoryLine, type HistoryRecord, historyQuery } from '#dashboard/api/activity/history.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { encodeSegment } from '#dashboard/lib/encode.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Failed, retryOf } from '#dashboard/table/failures.tsx';
import { LabelBadge } from '#dashboard/ui/badge.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { useOwnActivityNote } from './own-activity-note.ts';

const SHORT = 6;

/** What was done about a record, newest first: when, by whom, why and with what result. */
export function RecordHistory({ record }: { record: HistoryRecord }) {
  const query = useStanding(useQuery(historyQuery(record)));
  const { data, error } = query;
  const note = useOwnActivityNote();
  const [isWhole, setWhole] = useState(false);
  if (error && !data) return <Failed what="history" error={error} {...retryOf(query)} />;
  const ids = new Set([record.id, record.idInWrites ?? record.id]);
  const lines = data?.lines;
  const shown = isWhole ? lines : lines?.slice(0, SHORT);
  return (
    <div className="flex flex-col gap-2 px-4 py-3 text-table" aria-busy={!data || undefined}>
      {!data && <Skeleton className="my-1 w-48" />}
      {lines?.length === 0 && <p className="text-muted">Nothing has been recorded yet.</p>}
      {shown && shown.length > 0 && (
        <ol aria-label="History" className="divide-y divide-hairline">
          {shown.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ol>
      )}
      {lines && shown && lines.length > shown.length && (
        <div>
          <Button onClick={() => setWhole(true)}>
            Show {data?.hasOlder ? 'the newest' : 'all'} {lines.length}
          </Button>
        </div>
      )}
      {data?.hasOlder && (
        <p className="text-label text-muted">
          These are the newest.{' '}
          {record.kind !== 'customer' && (
            <Link
              to={`/audit-log?${record.kind}=${encodeSegment([...ids].join(','))}`}
              className="text-accent-text underline underline-offset-2"
            >
              Older ones are in the audit log.
            </Link>
          )}
        </p>
      )}
      {note && <p className="text-label text-muted">{note}</p>}
    </div>
  );
}

function Line({ line: { at, who, isVerified, text, href, result, reason } }: { line: HistoryLine }) {
  return (
    <li className="flex flex-col gap-0.5 py-2 first:pt-0">
      <p className="flex flex-wrap justify-between gap-x-3 text-label text-muted">
        <DateTime at={Date.parse(at)} />
        <span className="min-w-0 wrap-anywhere">
          <bdi>{clip(who, 60)}</bdi>
          {!isVerified && ' (self-declared)'}
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {href ? (
          <Link
            to={href}
            className="text-accent-text hover:underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
          >
            {text}
          </Link>
        ) : (
          text
        )}
        {result && <LabelBadge {...result} />}
      </p>
      {reason && <p className="wrap-anywhere text-muted">{clip(reason, 500)}</p>}
    </li>
  );
}
