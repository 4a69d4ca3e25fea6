import { useState } from 'react';
import type { ListRows } from '#dashboard/api/http/use-list-rows.ts';
import { filterPlaces, type Slices } from '#dashboard/lib/slices.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { type Rows, viewOf } from '#dashboard/table/rows.ts';
import { sortedPlaces } from '#dashboard/table/sorting.ts';
import type { TableState } from '#dashboard/table/table-state.ts';
import { usePatience } from '#dashboard/ui/use-patience.ts';

export interface ListView<Row> {
  rows: Rows<Row> | undefined;
  /** How many records the rows are of, if one row stands for several. */
  count?: number | undefined;
  /** These are the rows of another question, whose answer is on its way. */
  busy: boolean;
  /** These are the rows of this question and of all that is loaded. */
  isExact: boolean;
}

/** A view in which more rows may pass than are known to: none is no answer yet, and no file has them all. */
export function unfinished<Row>(view: ListView<Row>): ListView<Row> {
  return { ...view, isExact: false, rows: view.rows?.length ? view.rows : undefined };
}

interface Options<Row, Answer> {
  /** Whether the rows are filtered, sorted or grouped; if not, they are shown as they are loaded. */
  isNarrowed: boolean;
  /** What the address asks of the rows, as a text. */
  question: string;
  context?: unknown;
  work: (rows: readonly Row[]) => Slices<Answer>;
}

/** The rows of a list as the address asks for them, and what was worked out with them. */
export function useListView<Row, Answer extends { rows: Rows<Row> }>(
  list: ListRows<Row>,
  { isNarrowed, question, context, work }: Options<Row, Answer>,
): { view: ListView<Row>; answer: Answer | undefined; of: readonly Row[] | undefined } {
  const { result, of, busy } = useSliced(
    function* (rows: readonly Row[]) {
      return { question, answer: yield* work(rows) };
    },
    list.rows,
    [question, context],
  );
  const isPatient = usePatience();
  const isWhole = list.shown.state === 'complete';
  const [wasWhole] = useState(isWhole);
  const isLoading = list.progress.state === 'loading';
  const isOwn = !list.isPrevious;
  const isExact = isOwn && (!isNarrowed || (result?.question === question && of === list.rows));
  // What is there within a moment comes whole, instead of in parts that move one another about.
  const isHeld = isNarrowed && isPatient && !wasWhole && (isLoading || !isExact);
  const hasRows = list.rows.length > 0 || isWhole;
  const rows = isNarrowed ? result?.answer.rows : list.rows;
  return {
    view: { rows: hasRows && !isHeld ? rows : undefined, busy: (isNarrowed && busy) || !isOwn, isExact },
    answer: isHeld ? undefined : result?.answer,
    /** The rows that the answer was worked out of, which may be those of before. */
    of,
  };
}

/** The rows of a list that pass, if there is a test, as its table sorts them. `asked` names the test. */
export function useSortedView<Row>(
  list: ListRows<Row>,
  { sort, choice }: TableState<Row>,
  { asked, passes }: { asked?: unknown; passes?: ((row: Row) => boolean) | undefined } = {},
): ListView<Row> {
  const { view } = useListView(list, {
    isNarrowed: passes !== undefined || sort !== null,
    question: JSON.stringify([asked, sort]),
    // A column may sort by something that comes only later, such as a name.
    context: choice.all,
    *work(rows) {
      const places = yield* filterPlaces(rows.length, (place) => !passes || passes(rows[place] as Row));
      return { rows: viewOf(rows, yield* sortedPlaces(rows, choice.all, sort, places)) };
    },
  });
  return view;
}

/** The same array until one of its rows is another. */
export function useSameRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [kept, setKept] = useState(rows);
  if (kept.length === rows.length && kept.every((row, place) => row === rows[place])) return kept;
  setKept(rows);
  return rows;
}

/** The first rows, which decide how wide fractions are: the same array until one of them changes. */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  return useSameRows(rows.slice(0, 500));
}
