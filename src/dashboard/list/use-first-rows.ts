import { useState } from 'react';

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
