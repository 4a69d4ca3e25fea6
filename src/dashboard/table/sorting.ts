import { type Slices, sortPlaces } from '#dashboard/lib/slices.ts';
import type { Column, SortValue } from './column.ts';
import type { Rows } from './rows.ts';

export type Sort = { column: string; direction: 'asc' | 'desc' };

/** What a press on a header makes of the sort: up, down, and back to the order in which the rows came. */
export function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, direction: 'asc' };
  return sort.direction === 'asc' ? { column, direction: 'desc' } : null;
}

/** The places of the rows, or of some of them, in the order of a sort; equal ones keep their order. */
export function* sortedPlaces<Row>(
  rows: Rows<Row>,
  columns: readonly Column<Row>[],
  sort: Sort | null,
  places: Uint32Array = Uint32Array.from({ length: rows.length }, (_, place) => place),
): Slices<Uint32Array> {
  const column = columns.find(({ id }) => id === sort?.column);
  if (!sort || typeof column?.sortable !== 'object') return places;
  const { by } = column.sortable;
  const values: SortValue[] = [];
  for (const place of places) {
    const row = rows.at(place);
    values[place] = row === undefined ? undefined : by(row);
    if (place % 256 === 0) yield;
  }
  const sign = sort.direction === 'asc' ? 1 : -1;
  return yield* sortPlaces(places, (a, b) => compareValues(values[a], values[b], sign));
}

const collator = new Intl.Collator('en', { numeric: true });

/** Orders two values; `sign` turns the order round, but for what isn't known. */
export function compareValues(a: SortValue, b: SortValue, sign: 1 | -1): number {
  const lacksA = isLacking(a);
  const lacksB = isLacking(b);
  if (lacksA || lacksB) return Number(lacksA) - Number(lacksB);
  if (typeof a === 'string' && typeof b === 'string') return sign * collator.compare(a, b);
  // Texts come after figures.
  if (typeof a === 'string' || typeof b === 'string') return sign * (typeof a === 'string' ? 1 : -1);
  return a === b ? 0 : sign * ((a as number) < (b as number) ? -1 : 1);
}

function isLacking(value: SortValue): boolean {
  return value === undefined || value === null || value === '' || Number.isNaN(value);
}
