import { membershipTone } from '#dashboard/api/members/membership.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** The status of a membership in the service's own word. */
export function MemberStatus({ status }: { status: string }) {
  if (!status) return <Unknown reason="No status was returned." />;
  return <Badge tone={membershipTone(status)}>{clip(status, 100)}</Badge>;
}
