import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import type { Column } from './column.ts';
import type { Selecting } from './selection.ts';
import { nextSort, type Sort } from './sorting.ts';
import { headCell, headCheckCell, headGrid, rowGrid, type TableLook } from './table-look.ts';

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  look: TableLook;
  sort: Sort | null;
  onSort: ((sort: Sort | null) => void) | undefined;
  selecting: Selecting | undefined;
  /** Something lies over the headers: they can't be pressed, and the focus doesn't go under it. */
  covered: boolean;
}

export function TableHead<Row>({ columns, look, sort, onSort, selecting, covered }: TableHeadProps<Row>) {
  return (
    <thead role={look.fixed ? 'rowgroup' : undefined} className={look.fixed ? headGrid : undefined}>
      <tr
        role={look.fixed ? 'row' : undefined}
        className={look.fixed ? rowGrid : undefined}
        aria-rowindex={1}
      >
        {selecting && (
          <td role={look.fixed ? 'cell' : undefined} className={headCheckCell(covered)}>
            <Checkbox
              className="flex h-full items-center justify-center"
              label={selecting.state === 'all' ? 'Select none of these rows' : 'Select all these rows'}
              checked={selecting.state === 'all'}
              ref={(input) => {
                if (input) input.indeterminate = selecting.state === 'some';
              }}
              onChange={selecting.toggleAll}
            />
          </td>
        )}
        {columns.map((column, place) => {
          const { id, header, hint, align, width, sortable } = column;
          const sorted = sort?.column === id ? sort.direction : undefined;
          const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp;
          return (
            <th
              key={id}
              scope="col"
              role={look.fixed ? 'columnheader' : undefined}
              title={hint}
              aria-sort={sorted && ARIA_SORT[sorted]}
              className={`${headCell(look, align, place === 0)} ${look.fixed ? '' : width}`}
            >
              {sortable && onSort ? (
                <button
                  type="button"
                  tabIndex={covered ? -1 : undefined}
                  onClick={() => onSort(nextSort(sort, id))}
                  className={`group/sort -mx-1.5 inline-flex h-7 items-center gap-1 rounded-control px-1.5 hover:bg-hover hover:text-text ${sorted ? 'text-text' : ''} ${align === 'end' ? 'flex-row-reverse' : ''}`}
                >
                  {header}
                  {/* A hint of it under the pointer, in the place that is kept for it. */}
                  <Arrow
                    size={13}
                    aria-hidden
                    className={sorted ? 'text-accent-text' : 'opacity-0 group-hover/sort:opacity-60'}
                  />
                </button>
              ) : (
                header
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
