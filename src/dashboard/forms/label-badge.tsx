import { Badge, type Tone } from '#dashboard/ui/badge.tsx';

interface LabelBadgeProps {
  label: string;
  tone: Tone;
  /** Says more about it. */
  title?: string | undefined;
}

/** What something is called, in the tone that goes with it. */
export function LabelBadge({ label, tone, title }: LabelBadgeProps) {
  const badge = <Badge tone={tone}>{label}</Badge>;
  return title ? <span title={title}>{badge}</span> : badge;
}
