import { TextField } from '#dashboard/forms/text-field.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import type { NewLoan } from './use-new-loan.ts';

/** Where the borrower repays to. */
export function RepayPart({ loan }: { loan: NewLoan }) {
  const { field } = loan;
  return (
    <Panel title="Repay to" aside={<span className="text-label text-muted">Optional</span>}>
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField
            label="Bank name"
            help="Where the borrower repays. Not stored in Activity or in drafts."
            {...field('bankName')}
          />
        </div>
        <TextField label="Bank code" {...field('bankCode')} mono />
        <TextField label="Account number" {...field('accountNumber')} mono />
      </div>
    </Panel>
  );
}
