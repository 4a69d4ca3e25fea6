import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { borrowerRisks } from '#dashboard/api/loans/borrower-record.ts';
import type { KnownBorrower } from '#dashboard/api/loans/use-borrower-record.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import type { LoanValues } from './loan-values.ts';

/** The name of the consent's box, for `focusField`. */
export const CONSENT = 'consent';

/** What has to be ticked before a loan to this borrower is created; null if nothing speaks against it. */
export function consentText(known: KnownBorrower, borrower: LoanValues['borrower']): string | null {
  const { record, member, loans } = known;
  const total = loans.total === undefined ? 'all' : formatCount(loans.total);
  const risks = [
    ...borrowerRisks(record, member),
    ...(loans.isWhole ? [] : [`a record based on only ${formatCount(loans.seen)} of ${total} loans`]),
    ...(member || !borrower?.verified ? [] : ['checks that could not be read']),
  ];
  const last = risks.pop();
  if (last === undefined) return null;
  const list = risks.length > 0 ? `${risks.join(', ')} and ${last}` : last;
  return `Lend although ${borrower?.name ?? 'this borrower'} has ${list}`;
}

interface ConsentProps {
  text: string;
  isGiven: boolean;
  /** The person wanted to go on without it. */
  isMissing: boolean;
  onChange: (isGiven: boolean) => void;
}

/** The tick that names what speaks against lending to the borrower. */
export function Consent({ text, isGiven, isMissing, onChange }: ConsentProps) {
  const errorId = useId();
  return (
    <div className="rounded-panel border border-warning-border bg-warning-soft px-3 py-2.5">
      <Checkbox
        className="flex cursor-pointer items-start gap-2.5 [&>input]:mt-0.5 max-md:min-h-11"
        data-field={CONSENT}
        checked={isGiven}
        onChange={({ target }) => onChange(target.checked)}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? errorId : undefined}
      >
        <span className="wrap-anywhere">{text}</span>
      </Checkbox>
      {isMissing && (
        <p id={errorId} className="mt-1.5 flex items-start gap-1.5 text-danger text-table">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          Tick this to create the loan.
        </p>
      )}
    </div>
  );
}
