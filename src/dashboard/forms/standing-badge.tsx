import { standingOf } from '#dashboard/api/loans/standing.ts';
import { Badge } from '#dashboard/ui/badge.tsx';

/** `now` is in milliseconds since 1970. */
type StandingProps = { loan: Parameters<typeof standingOf>[0]; now: number };

/** A loan's standing as a badge; the service's own status after it if that differs. */
export function StandingBadge({ loan, now }: StandingProps) {
  const { words, tone, note } = standingOf(loan, now);
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Badge tone={tone}>{words}</Badge>
      {note && <span className="truncate text-label text-muted">{note}</span>}
    </span>
  );
}

export function StandingText({ loan, now }: StandingProps) {
  const { words, tone, note } = standingOf(loan, now);
  const look = tone === 'warning' ? 'text-warning' : tone === 'danger' ? 'text-danger' : 'text-muted';
  return (
    <>
      <span className={look}>{words}</span>
      {note && <span className="text-muted">, {note}</span>}
    </>
  );
}
