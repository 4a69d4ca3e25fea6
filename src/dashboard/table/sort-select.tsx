import { readSort, type TableState, writeSort } from './table-state.ts';

/** Chooses the order of rows that are cards, which have no headers to press; nothing if no column sorts them. */
export function SortSelect<Row>({ table: { sort, onSort, choice } }: { table: TableState<Row> }) {
  const sortable = choice.all.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  return (
    <select
      aria-label="Sort by"
      value={writeSort(sort) ?? ''}
      onChange={({ target }) => onSort(readSort(target.value, sortable))}
      className="mr-auto h-11 min-w-24 max-w-44 flex-1 rounded-control border border-border bg-panel px-2 text-table text-text"
    >
      <option value="">Default order</option>
      {sortable.flatMap(({ id, header }) => [
        <option key={id} value={id}>
          {header}, ascending
        </option>,
        <option key={`-${id}`} value={`-${id}`}>
          {header}, descending
        </option>,
      ])}
    </select>
  );
}
