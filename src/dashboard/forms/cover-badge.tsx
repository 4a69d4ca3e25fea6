import type { Cover } from '#dashboard/api/loans/cover.ts';
import { limitText, percentText } from '#dashboard/lib/percent.ts';
import { Badge, LabelBadge } from '#dashboard/ui/badge.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** Whether a loan is past the limit of what its collateral supports. */
export function CoverBadge({ cover }: { cover: Pick<Cover, 'state' | 'why'> }) {
  if (cover.state === 'asking') return <Skeleton className="w-24" />;
  if (cover.state === 'past') return <Badge tone="danger">Past the limit</Badge>;
  if (cover.state === 'within') return <Badge tone="success">Within the limit</Badge>;
  return <LabelBadge label="Unknown" tone="neutral" title={cover.why ?? undefined} />;
}

/** A loan-to-value; if there is none, why. */
export function coverShare(share: number | null | undefined, why: string | null) {
  if (share == null) return <Unknown reason={why ?? 'The collateral is worth nothing.'} />;
  return <span className="tabular">{percentText(share, 2)}</span>;
}

/** The most that a loan-to-value may be; if it isn't known, why. */
export function coverLimit(limit: number | null, why: string | null) {
  if (limit === null) return <Unknown reason={why ?? ''} />;
  return <span className="tabular">{limitText(limit, 2)}</span>;
}

/** The fall in prices at which a loan would exceed the limit. */
export function CoverFall({ cover }: { cover: Cover }) {
  if (cover.state === 'asking') return <Skeleton className="w-14" />;
  if (cover.state === 'unknown') return <Unknown reason={cover.why ?? ''} />;
  if (cover.state === 'past' || cover.fall === null) return <span className="text-danger">Exceeded</span>;
  // Rounded down, so that the limit is never nearer than it says.
  const fall = Math.floor(Number(cover.fall) * 1000) / 1000;
  const isSlight = fall === 0 && Number(cover.fall) > 0;
  return <span className="tabular">{isSlight ? `<${percentText(0.001)}` : percentText(fall)}</span>;
}
