import { useState } from 'react';
import { contract } from '#contract/contract.ts';
import type { FieldProblem } from '#dashboard/forms/error-summary.tsx';
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
function fieldOfService(path: string): string {
  const [, name = '', index, part] = /^(\w+)(?:\[(\d+)\])?(?:\.(\w+))?$/.exec(path) ?? [];
  const own = OWN[name] ?? 'terms';
  if (own !== 'collateral' || index === undefined) return own;
  return `collateral.${index}.${part === 'quantity' ? 'quantity' : 'token'}`;
}

function labelOfField(field: string, values: LoanValues): string {
  const [name = '', index, part] = field.split('.');
  const token = index === undefined ? undefined : values.collateral[Number(index)]?.token;
  if (!token) return LABELS[name] ?? 'Terms';
  const symbol = token.symbol ?? token.name;
  return part === 'quantity' ? `Quantity of ${symbol}` : symbol;
}

/** One thing that the service refused: its path in the body, and the service's own words. */
interface PlacedRefusal {
  field: string;
  message: string;
}

const FIELD = /(?:^|;\s*)((?:[a-z]+(?:_[a-z]+)*)(?:\[\d+\])?(?:\.[a-z_]+)?):\s*/g;

const KNOWN = new Set(Object.keys(contract.createLoan.body.def.shape));

/**
 * Finds the fields that a refusal names: `amount: is above the limit; collaterals[1].token_id: has exited`. `rest` is
 * what it says about none of them.
 */
function placeRefusal(message: string): { placed: PlacedRefusal[]; rest: string } {
  const marks = [...message.matchAll(FIELD)].filter(([, field = '']) =>
    KNOWN.has(field.replace(/[[.].*$/, '')),
  );
  const [first] = marks;
  if (!first) return { placed: [], rest: message };
  const placed = marks.map((mark, index) => ({
    field: mark[1] ?? '',
    message: message
      .slice(mark.index + mark[0].length, marks[index + 1]?.index)
      .replace(/;\s*and \d+ more$/, ''),
  }));
  const more = /;\s*(and \d+ more)$/.exec(message)?.[1];
  return { placed, rest: [message.slice(0, first.index).trim(), more].filter(Boolean).join(' ') };
}

/** What the service said of a field, and what the field held then: it stands for as long as that is so. */
interface Refusal {
  problem: FieldProblem;
  of: string;
}

/**
 * Which faults of a form are told: a field's own once somebody has left it or wanted to go on, the service's at once
 * and until the field is changed.
 */
export function useFaults(values: LoanValues, own: readonly FieldProblem[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isSubmitted, setSubmitted] = useState(false);
  const [refusals, setRefusals] = useState<Refusal[]>([]);

  const standing = refusals
    .filter(({ problem, of }) => of === contentOf(values, problem.field))
    .map(({ problem }) => problem);
  const isRefused = (field: string) => standing.some((problem) => problem.field === field);
  const all = [...own, ...standing.filter(({ field }) => !own.some((problem) => problem.field === field))];
  const shown = all.filter(({ field }) => isSubmitted || left.has(field) || isRefused(field));

  return {
    /** Those that stand in the summary above the form. */
    problems: isSubmitted ? all : shown.filter(({ field }) => isRefused(field)),
    errorOf: (field: string) => shown.find((problem) => problem.field === field)?.message,
    leave: (field: string) => setLeft((before) => new Set(before).add(field)),
    /** Somebody wants to go on: from now on everything that is wrong is told. */
    tellAll: () => setSubmitted(true),
    /** Puts what the service said at the fields that it names; returns what it said of none of them. */
    refuse(message: string, held: LoanValues): { isPlaced: boolean; rest: string } {
      const { placed, rest } = placeRefusal(message);
      const next = placed.map(({ field, message }): Refusal => {
        const own = fieldOfService(field);
        const words = `The service says: “${message.trim()}”`;
        return {
          problem: { field: own, label: labelOfField(own, held), message: words },
          of: contentOf(held, own),
        };
      });
      setRefusals(next);
      return { isPlaced: next.some(({ problem }) => problem.field !== 'terms'), rest };
    },
    forgetRefusals: () => setRefusals([]),
    clear() {
      setLeft(new Set());
      setSubmitted(false);
      setRefusals([]);
    },
  };
}

/** What a field holds, to tell whether it still holds what was refused. */
function contentOf(values: LoanValues, field: string): string {
  const [name = '', index] = field.split('.');
  if (field === 'terms') return '';
  const part = values[name as keyof LoanValues];
  return JSON.stringify(index === undefined ? part : (part as unknown[])?.[Number(index)]);
}
