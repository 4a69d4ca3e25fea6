import { useEffect, useRef, useState } from 'react';
import { Superseded } from '#dashboard/lib/slices.ts';
import { type LoanQuestion, type LoanView, viewLoans } from './loan-view.ts';

interface Work {
  question: LoanQuestion;
  abort: AbortController;
}

/**
 * The answer to a question about all loans, worked out in slices. While rows keep arriving a new question
 * waits for the last answer instead of replacing it, or there would never be one; a question that the person
 * changed replaces it at once. `settled` says that the answer is of all rows that are here.
 */
export function useLoanView(question: LoanQuestion): {
  view: LoanView | null;
  busy: boolean;
  settled: boolean;
} {
  const [answer, setAnswer] = useState<{ question: LoanQuestion; view: LoanView } | null>(null);
  const work = useRef<Work | null>(null);
  const latest = useRef(question);

  // After every rendering: whether there is anything to do is cheaper to see than to keep track of.
  useEffect(() => {
    latest.current = question;
    const begin = () => {
      const mine: Work = { question: latest.current, abort: new AbortController() };
      work.current = mine;
      viewLoans(mine.question, mine.abort.signal).then(
        (view) => {
          if (work.current !== mine) return;
          work.current = null;
          setAnswer({ question: mine.question, view });
          if (!isSame(mine.question, latest.current)) begin();
        },
        (error: unknown) => {
          if (work.current === mine) work.current = null;
          if (!(error instanceof Superseded)) throw error;
        },
      );
    };
    if (work.current) {
      if (isSameQuestion(work.current.question, question)) return;
      work.current.abort.abort();
      begin();
    } else if (!answer || !isSame(answer.question, question)) begin();
  });
  useEffect(
    () => () => {
      work.current?.abort.abort();
      work.current = null;
    },
    [],
  );

  return {
    view: answer?.view ?? null,
    busy: answer !== null && !isSameQuestion(answer.question, question),
    settled: answer !== null && isSame(answer.question, question),
  };
}

function isSame(a: LoanQuestion, b: LoanQuestion): boolean {
  return a.rows === b.rows && isSameQuestion(a, b);
}

/** Whether two questions differ in nothing but the rows that they are asked of. */
function isSameQuestion(a: LoanQuestion, b: LoanQuestion): boolean {
  const words = ({ filter, sort, grouping, context }: LoanQuestion) =>
    JSON.stringify([filter, sort, grouping, context.now]);
  return words(a) === words(b) && a.context.nameOf === b.context.nameOf;
}
