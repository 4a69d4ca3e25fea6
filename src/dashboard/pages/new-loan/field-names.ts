import type { LoanValues } from './loan-values.ts';

/** The form's fields by the names that the service has for them. */
const OWN: Partial<Record<string, string>> = {
  user_id: 'borrower',
  duration: 'duration',
  currency: 'currency',
  interest_rate: 'interest',
  amount: 'amount',
  repayment_amount: 'repayment',
  collaterals: 'collateral',
  loan_configuration_id: 'terms',
  reason: 'reason',
  bank_name: 'bankName',
  bank_code: 'bankCode',
  account_number: 'accountNumber',
};

const LABELS: Partial<Record<string, string>> = {
  borrower: 'Borrower',
  duration: 'Duration',
  currency: 'Currency',
  interest: 'Interest',
  amount: 'Amount',
  repayment: 'To repay',
  collateral: 'Collateral',
  terms: 'Terms',
  reason: 'Reason',
  bankName: 'Bank name',
  bankCode: 'Bank code',
  accountNumber: 'Account number',
};

/** The form's field for a path of the service: `collaterals[2].token_id` is `collateral.2.token`. */
export function fieldOfService(path: string): string {
  const [, name = '', index, part] = /^(\w+)(?:\[(\d+)\])?(?:\.(\w+))?$/.exec(path) ?? [];
  const own = OWN[name] ?? 'terms';
  if (own !== 'collateral' || index === undefined) return own;
  return `collateral.${index}.${part === 'quantity' ? 'quantity' : 'token'}`;
}

export function labelOfField(field: string, values: LoanValues): string {
  const [name = '', index, part] = field.split('.');
  const token = index === undefined ? undefined : values.collateral[Number(index)]?.token;
  if (!token) return LABELS[name] ?? 'Terms';
  const symbol = token.symbol ?? token.name;
  return part === 'quantity' ? `Quantity of ${symbol}` : symbol;
}
