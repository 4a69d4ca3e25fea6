import { useEffect, useMemo, useRef, useState } from 'react';
import { type Screen, screenTest } from '#dashboard/lib/screen.ts';
import { filterPlaces, Superseded } from '#dashboard/lib/slices.ts';
import type { TokenRow } from '#dashboard/lib/token-fields.ts';
import type { Column } from '#dashboard/table/column.ts';
import { type Rows, viewOf } from '#dashboard/table/rows.ts';
import { type Sort, sortedPlaces } from '#dashboard/table/sorting.ts';

interface Question {
  rows: readonly TokenRow[];
  screen: Screen;
  sort: Sort | null;
  columns: readonly Column<TokenRow>[];
}

export interface Screened {
  /** Undefined until the first answer is there. */
  rows: Rows<TokenRow> | undefined;
  /** The rows are still those of another question. */
  busy: boolean;
}

/**
 * The tokens that pass a screen, in their order, worked out in slices. More rows of the same question don't take
 * back an answer that is on its way, or while they keep arriving there would be none; another question does.
 */
export function useScreened({ rows, screen, sort, columns }: Question): Screened {
  const words = JSON.stringify([screen, sort]);
  const question = useMemo(
    () => ({ rows, screen, sort, columns, words }),
    [rows, screen, sort, columns, words],
  );
  const [answer, setAnswer] = useState<{ question: typeof question; rows: Rows<TokenRow> } | null>(null);
  const [round, setRound] = useState(0);
  const work = useRef<{ words: string; abort: AbortController } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a round is the occasion for the next
  useEffect(() => {
    if (answer?.question.rows === question.rows && answer.question.words === question.words) return;
    if (work.current?.words === question.words) return;
    work.current?.abort.abort();
    const mine = { words: question.words, abort: new AbortController() };
    work.current = mine;
    void find(question, mine.abort.signal).then((found) => {
      if (work.current !== mine) return;
      work.current = null;
      if (found) setAnswer({ question, rows: found });
      setRound((now) => now + 1);
    });
  }, [question, answer, round]);
  useEffect(
    () => () => {
      work.current?.abort.abort();
      work.current = null;
    },
    [],
  );
  return { rows: answer?.rows, busy: answer !== null && answer.question.words !== words };
}

/** Null where something newer took its place. */
async function find(
  { rows, screen, sort, columns }: Question,
  signal: AbortSignal,
): Promise<Rows<TokenRow> | null> {
  try {
    const passes = screenTest(screen);
    const kept = await filterPlaces(rows.length, (place) => passes(rows[place] as TokenRow), signal);
    return viewOf(rows, await sortedPlaces(rows, columns, sort, { places: kept, signal }));
  } catch (error) {
    if (error instanceof Superseded) return null;
    throw error;
  }
}
