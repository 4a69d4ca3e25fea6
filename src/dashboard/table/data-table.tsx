import { type ReactNode, useEffect, useRef } from 'react';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import type { Column } from './column.ts';

interface DataTableProps<Row> {
  /** What the rows are, for whoever doesn't see the page. */
  label: string;
  columns: Column<Row>[];
  /** Undefined while they are on their way. */
  rows: Row[] | undefined;
  /** Names what is shown; when it changes, the frame goes back to its top. */
  view: string;
  /** Other rows than these are on their way. */
  busy: boolean;
  /** Stands in the frame instead of rows. */
  children?: ReactNode;
}

const SKELETON_ROWS = 15;

/** Rows in a frame that scrolls by itself, under a header that stays; the first column stays at its side. */
export function DataTable<Row>({ label, columns, rows, view, busy, children }: DataTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is the occasion, not an ingredient
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 });
  }, [view]);
  return (
    <section
      ref={frame}
      aria-label={label}
      aria-busy={busy || rows === undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-auto rounded-panel border border-hairline bg-panel"
    >
      <table className="w-full min-w-max border-separate border-spacing-0 text-table">
        <thead>
          <tr>
            {columns.map(({ id, header, hint, align, width }) => (
              <th
                key={id}
                scope="col"
                title={hint}
                className={`sticky top-0 z-10 h-9 border-hairline border-b bg-panel px-2.5 font-medium text-label text-muted whitespace-nowrap first:left-0 first:z-20 first:pl-4 last:pr-4 ${width} ${align === 'end' ? 'text-right' : 'text-left'}`}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {!children && (
          <tbody className={`transition-opacity ${busy ? 'opacity-55' : ''}`}>
            {rows?.map((row, index) => (
              // A place in the list, not a record: records may come without an id, or twice.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={index} className="group/row hover:bg-hover">
                {columns.map(({ id, align, cell }) => (
                  <td key={id} className={cellClass(align)}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            )) ?? <SkeletonRows columns={columns} />}
          </tbody>
        )}
      </table>
      {children}
    </section>
  );
}

function SkeletonRows<Row>({ columns }: { columns: Column<Row>[] }) {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place
    <tr key={index}>
      {columns.map(({ id, align, skeleton }) => (
        <td key={id} className={cellClass(align)}>
          <Skeleton className={skeleton} />
        </td>
      ))}
    </tr>
  ));
}

function cellClass(align: 'end' | undefined): string {
  return `h-11 border-hairline border-b bg-panel px-2.5 whitespace-nowrap group-hover/row:bg-hover first:sticky first:left-0 first:pl-4 last:pr-4 ${align === 'end' ? 'text-right' : ''}`;
}
