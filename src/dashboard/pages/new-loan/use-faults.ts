import { useState } from 'react';
import { contract } from '#contract/contract.ts';
import type { FieldProblem } from '#dashboard/forms/error-summary.tsx';
import { fieldOfService, labelOfField } from './field-names.ts';
import type { LoanValues } from './loan-values.ts';

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
