import { useEffect, useState } from 'react';
import { atOnce, inSlices, type Slices, Superseded } from './slices.ts';

/** What is made of a source. Of an array it is made in slices. */
type Work<Source, Result> = (
  source: Source,
  signal: AbortSignal,
) => Source extends readonly unknown[] ? Slices<Result> : Slices<Result> | Promise<Result>;

/**
 * What `work` makes of a source: of few rows at once, of many in slices; with null there is nothing to compute. Another
 * `question` replaces a computation at once. More of the same source doesn't while it is `moving`: it waits for the
 * result, or there would never be one, and for `pauseMs` after it. An error reaches the page's error boundary.
 */
export function useSliced<Source, Result>(
  work: Work<Source, Result> | null,
  source: Source,
  question: readonly unknown[],
  { moving = true, pauseMs = 0 } = {},
) {
  const [held, setHeld] = useState(source);
  const [answer, setAnswer] = useState<{ of: Source; question: readonly unknown[]; result: Result }>();
  const isAnswered = answer !== undefined && isSame(answer.question, question);
  const isDone = isAnswered && answer.of === held;
  if (held !== source && (isDone || !moving || !work)) setHeld(source);
  // The result of a few rows is computed while rendering, on the server too.
  else if (work && !isDone && Array.isArray(held) && held.length <= 500) {
    const result = atOnce(work(held, new AbortController().signal) as Slices<Result>);
    setAnswer({ of: held, question, result });
  }
  const pause = isAnswered && moving ? pauseMs : 0;
  const isIdle = work === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question says when the work is another one
  useEffect(() => {
    if (!work || isDone) return;
    const abort = new AbortController();
    const compute = async () => {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      if (abort.signal.aborted) return;
      try {
        const made = work(held, abort.signal);
        const result = await (made instanceof Promise ? made : inSlices(made, abort.signal));
        if (!abort.signal.aborted) setAnswer({ of: held, question, result });
      } catch (error) {
        if (abort.signal.aborted || error instanceof Superseded) return;
        setAnswer(() => {
          throw error;
        });
      }
    };
    void compute();
    return () => abort.abort();
  }, [held, isIdle, moving, ...question]);
  return {
    /** The newest result that is there, and what it was made of; undefined until the first one. */
    result: answer?.result,
    of: answer?.of,
    /** The result is still that of another question. */
    busy: answer !== undefined && !isAnswered,
    /** The result is of this question and this source. */
    settled: isAnswered && answer.of === source,
  };
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.every((part, index) => Object.is(part, b[index]));
}
