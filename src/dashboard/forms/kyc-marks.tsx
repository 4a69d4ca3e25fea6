import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import CircleHelp from 'lucide-react/icons/circle-help';
import Clock from 'lucide-react/icons/clock';
import Minus from 'lucide-react/icons/minus';
import X from 'lucide-react/icons/x';
import { KYC_CHECKS, type KycState, kycLabel, kycState } from '#dashboard/api/members/kyc.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import { clip } from '#dashboard/lib/truncate.ts';

const marks: Record<KycState, { Icon: typeof Check; look: string }> = {
  passed: { Icon: Check, look: 'text-success' },
  pending: { Icon: Clock, look: 'text-warning' },
  failed: { Icon: X, look: 'text-danger' },
  missing: { Icon: Circle, look: 'text-muted' },
  other: { Icon: CircleHelp, look: 'text-info' },
  unsaid: { Icon: Minus, look: 'text-muted' },
};

/** Every check of a member with its own mark, in a fixed order. */
export function KycMarks({ kyc }: { kyc: MemberRow['user']['kyc'] }) {
  const checks = KYC_CHECKS.map(({ field, label }) => ({
    field,
    value: kyc?.[field],
    words: `${label}: ${clip(kycLabel(field, kyc?.[field]), 100)}`,
  }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <span
      role="group"
      aria-label="KYC"
      title={checks.map(({ words }) => words).join('\n')}
      className="flex items-center gap-1"
    >
      {checks.map(({ field, value, words }) => (
        <KycMark key={field} value={value} words={words} />
      ))}
    </span>
  );
}

/** The mark of one check; says `words` if they aren't shown next to it. */
export function KycMark({ value, words }: { value: string | boolean | undefined; words?: string }) {
  const { Icon, look } = marks[kycState(value)];
  const spoken = words === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': words };
  return <Icon size={15} strokeWidth={2.5} {...spoken} className={`${look} inline-block align-middle`} />;
}
