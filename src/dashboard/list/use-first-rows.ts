import { useState } from 'react';

/** The first rows, which decide how wide fractions are: the same array until one of them changes. */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const next = rows.slice(0, 500);
  const [first, setFirst] = useState<readonly Row[]>(next);
  if (next.length === first.length && next.every((row, place) => row === first[place])) return first;
  setFirst(next);
  return next;
}
