import { Badge } from '#dashboard/ui/badge.tsx';

/** Says of figures that loans are missing in them: `30 of 137`. */
export function PartialMark({ seen }: { seen: string | null }) {
  if (seen === null) return null;
  return (
    <span title={`Based on ${seen} loans; the others are not loaded yet.`}>
      <Badge tone="warning">{seen}</Badge>
    </span>
  );
}
