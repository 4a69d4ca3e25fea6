import { useEffect, useRef, useState } from 'react';
import { Superseded } from '#dashboard/lib/slices.ts';
import { type LoanQuestion, type LoanView, viewLoans } from './loan-view.ts';

/**
 * The answer to a question about all loans, worked out in slices. While rows keep arriving a new question
 * waits for the last answer instead of replacing it, or there would never be one; a question that the person
 * changed replaces it at once.
 */
export function useLoanView(question: LoanQuestion): { view: LoanView | null; busy: boolean } {
  const [answer, setAnswer] = useState<{ question: LoanQuestion; view: LoanView } | null>(null);
  const [working, setWorking] = useState<{ question: LoanQuestion; abort: AbortController } | null>(null);
  const latest = useRef(question);
  latest.current = question;

  const isAnswered = answer !== null && isSame(answer.question, question);
  const isUnderWay = working !== null && isSame(working.question, question);
  const isReplaced = working !== null && !isSameQuestion(working.question, question);
  useEffect(() => {
    if (isAnswered || isUnderWay || (working && !isReplaced)) return;
    working?.abort.abort();
    const mine = { question: latest.current, abort: new AbortController() };
    setWorking(mine);
    viewLoans(mine.question, mine.abort.signal)
      .then((view) => setAnswer({ question: mine.question, view }))
      .catch((error: unknown) => {
        if (!(error instanceof Superseded)) throw error;
      })
      .finally(() => setWorking((now) => (now === mine ? null : now)));
  }, [isAnswered, isUnderWay, isReplaced, working]);
  useEffect(() => () => working?.abort.abort(), [working]);

  return { view: answer?.view ?? null, busy: answer !== null && !isSameQuestion(answer.question, question) };
}

function isSame(a: LoanQuestion, b: LoanQuestion): boolean {
  return a.rows === b.rows && isSameQuestion(a, b);
}

/** Whether two questions differ in nothing but the rows that they are asked of. */
function isSameQuestion(a: LoanQuestion, b: LoanQuestion): boolean {
  const words = ({ filter, sort, grouping, context }: LoanQuestion) =>
    JSON.stringify([filter, sort, grouping, context.now]);
  return (
    words(a) === words(b) && a.context.nameOf === b.context.nameOf && a.context.monthOf === b.context.monthOf
  );
}
