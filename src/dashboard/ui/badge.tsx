import type { ReactNode } from 'react';
import type { Label } from '#dashboard/lib/label.ts';

const tones: Record<Label['tone'], string> = {
  neutral: 'bg-hover text-soft border-border',
  info: 'bg-info-soft text-info border-info-border',
  success: 'bg-success-soft text-success border-success-border',
  warning: 'bg-warning-soft text-warning border-warning-border',
  danger: 'bg-danger-soft text-danger border-danger-border',
};

/** A word on a soft ground. The tone is never alone: the word says the same. */
export function Badge({ tone = 'neutral', children }: { tone?: Label['tone']; children: ReactNode }) {
  return (
    <span
      className={`inline-block max-w-40 truncate rounded-control border px-1.5 align-middle font-medium text-label ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

/** What something is called, in the tone that goes with it; the title says more about it. */
export function LabelBadge({ label, tone, title }: Label & { title?: string | undefined }) {
  const badge = <Badge tone={tone}>{label}</Badge>;
  return title ? <span title={title}>{badge}</span> : badge;
}
