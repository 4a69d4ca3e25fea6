import { type FieldErrors, get, set } from 'react-hook-form';
import type { LoanRequest } from '#contract/loans.ts';
import type { FieldProblem } from '#dashboard/forms/error-summary.tsx';
import type { LoanValues } from './loan-values.ts';

/** The form's fields in their order on the page: their labels, and the names that the service has for them. */
const FIELDS: { field: keyof LoanValues | 'terms'; label: string; service: keyof LoanRequest }[] = [
  { field: 'borrower', label: 'Borrower', service: 'user_id' },
  { field: 'currency', label: 'Currency', service: 'currency' },
  { field: 'amount', label: 'Amount', service: 'amount' },
  { field: 'duration', label: 'Term', service: 'duration' },
  { field: 'interest', label: 'Monthly interest rate', service: 'interest_rate' },
  { field: 'repayment', label: 'Total repayable', service: 'repayment_amount' },
  { field: 'reason', label: 'Reason', service: 'reason' },
  { field: 'collateral', label: 'Collateral', service: 'collaterals' },
  { field: 'bankName', label: 'Bank name', service: 'bank_name' },
  { field: 'bankCode', label: 'Bank code', service: 'bank_code' },
  { field: 'accountNumber', label: 'Account number', service: 'account_number' },
  // Not filled in by a person.
  { field: 'terms', label: 'Terms', service: 'loan_configuration_id' },
];

/** What the service refused about a field, and what the field held then: it applies until that changes. */
export interface Refusal {
  field: string;
  message: string;
  of: string;
}

const FIELD = /(?:^|;\s*)((?:[a-z]+(?:_[a-z]+)*)(?:\[\d+\])?(?:\.[a-z_]+)?):\s*/g;

/** Finds the fields that a refusal names: `amount: is above the limit; collaterals[1].token_id: has exited`. */
export function placeRefusal(message: string, held: LoanValues): { refusals: Refusal[]; rest: string } {
  const marks = [...message.matchAll(FIELD)].flatMap(({ 0: mark, 1: path = '', index }) => {
    const field = fieldOfService(path);
    return field === null ? [] : [{ field, index, from: index + mark.length }];
  });
  const [first] = marks;
  if (!first) return { refusals: [], rest: message };
  const refusals = marks.map(({ field, from }, at) => {
    const words = message.slice(from, marks[at + 1]?.index).replace(/;\s*and \d+ more$/, '');
    return { field, message: `The service says: “${words.trim()}”`, of: contentOf(held, field) };
  });
  const more = /;\s*(and \d+ more)$/.exec(message)?.[1];
  return { refusals, rest: [message.slice(0, first.index).trim(), more].filter(Boolean).join(' ') };
}

/** The form's field for a path of the service: `collaterals[2].token_id` is `collateral.2.token`; null if there is none. */
function fieldOfService(path: string): string | null {
  const [, name = '', index, part] = /^(\w+)(?:\[(\d+)\])?(?:\.(\w+))?$/.exec(path) ?? [];
  const own = FIELDS.find(({ service }) => service === name)?.field;
  if (own !== 'collateral' || index === undefined) return own ?? null;
  return `collateral.${index}.${part === 'quantity' ? 'quantity' : 'token'}`;
}

/** What a field holds, or the line that it belongs to. */
function contentOf(values: LoanValues, field: string): string {
  return JSON.stringify(get(values, field.split('.').slice(0, 2).join('.')) ?? null);
}

/** Adds what the service refused to the errors of the form, at fields that have no error of their own. */
export function addRefusals(errors: object, refusals: readonly Refusal[], values: LoanValues): void {
  for (const { message, of, ...then } of refusals) {
    // A line moves up when one before it is removed.
    const at = values.collateral.findIndex((line) => JSON.stringify(line) === of);
    const field = at < 0 ? then.field : then.field.replace(/\d+/, String(at));
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
  const fields = FIELDS.flatMap(({ field, label }) => {
    if (field !== 'collateral') return [{ field, label }];
    const lines = values.collateral.flatMap(({ token: { symbol, name } }, index) => [
      { field: `collateral.${index}.token`, label: symbol ?? name },
      { field: `collateral.${index}.quantity`, label: `Quantity of ${symbol ?? name}` },
    ]);
    return [...lines, { field, label }];
  });
  return fields.flatMap(({ field, label }) => {
    const message = messageAt(errors, field);
    return message ? [{ field, label, message }] : [];
  });
}
