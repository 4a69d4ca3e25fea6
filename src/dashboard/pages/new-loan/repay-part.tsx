import { TextField } from '#dashboard/forms/text-field.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import type { NewLoan } from './use-new-loan.ts';

/** Where the borrower repays to. */
export function RepayPart({ loan }: { loan: NewLoan }) {
  const { values, set, leave, errorOf } = loan;
  return (
    <Panel title="Repay to" aside={<span className="text-label text-muted">Optional</span>}>
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField
            name="bankName"
            label="Bank name"
            help="Where the borrower repays. Not stored in Activity or in drafts."
            error={errorOf('bankName')}
            text={values.bankName}
            onText={(bankName) => set({ bankName })}
            onLeave={() => leave('bankName')}
          />
        </div>
        <TextField
          name="bankCode"
          label="Bank code"
          error={errorOf('bankCode')}
          text={values.bankCode}
          onText={(bankCode) => set({ bankCode })}
          onLeave={() => leave('bankCode')}
          mono
        />
        <TextField
          name="accountNumber"
          label="Account number"
          error={errorOf('accountNumber')}
          text={values.accountNumber}
          onText={(accountNumber) => set({ accountNumber })}
          onLeave={() => leave('accountNumber')}
          mono
        />
      </div>
    </Panel>
  );
}
