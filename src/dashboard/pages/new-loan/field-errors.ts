import { type FieldErrors, get, set } from 'react-hook-form';
import { contract } from '#contract/contract.ts';
import type { FieldProblem } from '#dashboard/forms/error-summary.tsx';
import type { LoanValues } from './loan-values.ts';

/** The form's fields in their order on the page, with their labels. `terms` is not filled in by a person. */
const LABELS = {
  borrower: 'Borrower',
  currency: 'Currency',
  amount: 'Amount',
  duration: 'Term',
  interest: 'Monthly interest rate',
  repayment: 'Total repayable',
  reason: 'Reason',
  collateral: 'Collateral',
  bankName: 'Bank name',
  bankCode: 'Bank code',
  accountNumber: 'Account number',
  terms: 'Terms',
};

/** The form's fields by the names that the service has for them. */
const OWN: Partial<Record<string, keyof typeof LABELS>> = {
  user_id: 'borrower',
  duration: 'duration',
  currency: 'currency',
  interest_rate: 'interest',
  amount: 'amount',
  repayment_amount: 'repayment',
  collaterals: 'collateral',
  reason: 'reason',
  bank_name: 'bankName',
  bank_code: 'bankCode',
  account_number: 'accountNumber',
};

/** What the service refused about a field, and what the field held then: it applies until that changes. */
export interface Refusal {
  field: string;
  message: string;
  of: string;
}

const FIELD = /(?:^|;\s*)((?:[a-z]+(?:_[a-z]+)*)(?:\[\d+\])?(?:\.[a-z_]+)?):\s*/g;

const KNOWN = new Set(Object.keys(contract.createLoan.body.def.shape));

/**
 * Finds the fields that a refusal names: `amount: is above the limit; collaterals[1].token_id: has exited`. `rest` is
 * what it says about none of them.
 */
export function placeRefusal(message: string, held: LoanValues): { refusals: Refusal[]; rest: string } {
  const marks = [...message.matchAll(FIELD)].filter(([, path = '']) =>
    KNOWN.has(path.replace(/[[.].*$/, '')),
  );
  const [first] = marks;
  if (!first) return { refusals: [], rest: message };
  const refusals = marks.map((mark, index) => {
    const end = marks[index + 1]?.index;
    const words = message.slice(mark.index + mark[0].length, end).replace(/;\s*and \d+ more$/, '');
    const field = fieldOfService(mark[1] ?? '');
    return { field, message: `The service says: “${words.trim()}”`, of: contentOf(held, field) };
  });
  const more = /;\s*(and \d+ more)$/.exec(message)?.[1];
  return { refusals, rest: [message.slice(0, first.index).trim(), more].filter(Boolean).join(' ') };
}

/** The form's field for a path of the service: `collaterals[2].token_id` is `collateral.2.token`. */
function fieldOfService(path: string): string {
  const [, name = '', index, part] = /^(\w+)(?:\[(\d+)\])?(?:\.(\w+))?$/.exec(path) ?? [];
  const own = OWN[name] ?? 'terms';
  if (own !== 'collateral' || index === undefined) return own;
  return `collateral.${index}.${part === 'quantity' ? 'quantity' : 'token'}`;
}

/** What a field holds, or the line that it belongs to. */
function contentOf(values: LoanValues, field: string): string {
  return JSON.stringify(get(values, field.split('.').slice(0, 2).join('.')) ?? null);
}

/** Adds what the service refused to the errors of the form, at fields that have no error of their own. */
export function addRefusals(errors: object, refusals: readonly Refusal[], values: LoanValues): void {
  for (const { field, message, of } of refusals) {
    if (of !== contentOf(values, field) || messageAt(errors, field)) continue;
    set(errors, field, { ...errorAt(errors, field), type: 'service', message });
  }
}

/** The error of a field; of a list, its own and not those of its lines. */
export function messageAt(errors: object, field: string): string | undefined {
  const error = errorAt(errors, field);
  return error?.root?.message ?? error?.message;
}

function errorAt(errors: object, field: string) {
  return get<object, { message?: string; root?: { message?: string } } | undefined>(errors, field);
}

/** The errors of a form in the order of the page. */
export function problemsOf(errors: FieldErrors<LoanValues>, values: LoanValues): FieldProblem[] {
  const fields = Object.entries(LABELS).flatMap(([name, label]) => {
    if (name !== 'collateral') return [{ field: name, label }];
    const lines = values.collateral.flatMap(({ token: { symbol, name } }, index) => [
      { field: `collateral.${index}.token`, label: symbol ?? name },
      { field: `collateral.${index}.quantity`, label: `Quantity of ${symbol ?? name}` },
    ]);
    return [...lines, { field: name, label }];
  });
  return fields.flatMap(({ field, label }) => {
    const message = messageAt(errors, field);
    return message ? [{ field, label, message }] : [];
  });
}
