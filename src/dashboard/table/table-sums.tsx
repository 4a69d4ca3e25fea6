import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import { bodyCell, checkCell, footGrid, ROW_HEIGHT, rowGrid, type TableLook } from './table-look.ts';

/** A line of sums under the rows: its head in the first column, each sum under the column that it adds up. */
export interface SumRow {
  key: string;
  head: ReactNode;
  /** By the column's id; a column without a sum is left empty. */
  cells: Readonly<Record<string, ReactNode>>;
}

type TableSumsProps<Row> = { columns: readonly Column<Row>[]; look: TableLook; sums: readonly SumRow[] };

/** The most sums that stay in view under the rows. */
const MOST_IN_VIEW = 5;

/** Keeps the first few of too many sums in view, and half of the next one; the others come after the last row. */
function footPlace(sums: number, sumHeight: number) {
  return sums > MOST_IN_VIEW ? { bottom: (MOST_IN_VIEW - 0.5 - sums) * sumHeight } : undefined;
}

export function TableSums<Row>({ columns, look, sums }: TableSumsProps<Row>) {
  const { fixed, density } = look;
  return (
    <tfoot
      aria-label="Totals"
      role={fixed ? 'rowgroup' : undefined}
      className={`shadow-[0_-1px_0_var(--border)] ${fixed ? footGrid : 'tall:sticky bottom-0 z-10'}`}
      style={footPlace(sums.length, ROW_HEIGHT[density])}
    >
      {sums.map(({ key, head, cells }) => (
        <tr key={key} role={fixed ? 'row' : undefined} className={fixed ? rowGrid : undefined}>
          {look.selects && <td role={fixed ? 'cell' : undefined} className={checkCell(look)} />}
          {columns.map(({ id, align }, place) =>
            place === 0 ? (
              <th
                key={id}
                scope="row"
                role={fixed ? 'rowheader' : undefined}
                className={`${bodyCell(look, align, true)} font-normal`}
              >
                {head}
              </th>
            ) : (
              <td key={id} role={fixed ? 'cell' : undefined} className={bodyCell(look, align, false)}>
                {cells[id]}
              </td>
            ),
          )}
        </tr>
      ))}
    </tfoot>
  );
}
