import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';

const tones = {
  info: { look: 'bg-info-soft border-info-border text-info', Icon: Info },
  success: { look: 'bg-success-soft border-success-border text-success', Icon: CircleCheck },
  warning: { look: 'bg-warning-soft border-warning-border text-warning', Icon: TriangleAlert },
  danger: { look: 'bg-danger-soft border-danger-border text-danger', Icon: CircleAlert },
};

type BannerProps = { tone: keyof typeof tones; title: string; children?: ReactNode; action?: ReactNode };

/** A message about what is below it. A failure is read out at once, the rest when there is time. */
export function Banner({ tone, title, children, action }: BannerProps) {
  const { look, Icon } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 rounded-panel border px-3 py-2.5 ${look}`}
    >
      <Icon size={18} className="mt-px shrink-0" aria-hidden />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        {children && <div className="mt-0.5 text-soft text-table wrap-anywhere">{children}</div>}
      </div>
      {action}
    </div>
  );
}
