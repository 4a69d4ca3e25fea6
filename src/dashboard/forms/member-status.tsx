import type { Label } from '#dashboard/lib/label.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

const TONES = new Map<string, Label['tone']>([
  ['active', 'success'],
  ['pending', 'warning'],
  ['suspended', 'danger'],
]);

/** The status of a membership in the service's own word; one that isn't known warns. */
export function MemberStatus({ status }: { status: string }) {
  if (!status) return <Unknown reason="No status was returned." />;
  return <Badge tone={TONES.get(status.toLowerCase()) ?? 'warning'}>{clip(status, 100)}</Badge>;
}
