import { memo, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { withoutRest } from './rows.ts';
import type { RowRange, RowsInViewProps } from './rows-in-view.tsx';
import { bodyClass, rowAt, type TableBodyProps } from './table-body.tsx';
import { HEADER_HEIGHT, ROW_HEIGHT } from './table-look.ts';

/** Rows in one element: positioning every row by itself costs the browser more than the rows do. */
export const GROUP = 3;

/** As many as come with the page, and fill a window. */
const FIRST_GROUPS: RowRange = { first: 0, end: 8 };

/** As many as are shown where the code that finds those in view could not be fetched. */
const WITHOUT_REST: RowRange = { first: 0, end: 20, isAll: true };

export const RowsInView = lazyPart(
  () => import('./rows-in-view.tsx').then((module) => module.RowsInView),
  RestMissing,
);

interface LongBodyProps<Row>
  extends TableBodyProps<Row>,
    Pick<RowsInViewProps, 'frame' | 'widths' | 'onTooWide'> {
  active: RefObject<number | null>;
}

/** Many rows; only those in and near the frame are rendered, and the active one, which would lose the focus if it went. */
export function LongBody<Row>({ frame, active, widths, onTooWide, ...body }: LongBodyProps<Row>) {
  const { rows, columns, look } = body;
  const [range, setRange] = useState(FIRST_GROUPS);
  const groupHeight = GROUP * ROW_HEIGHT[look.density];
  const count = Math.ceil(rows.length / GROUP);
  const end = Math.min(range.end, count);
  const groups = Array.from({ length: Math.max(0, end - range.first) }, (_, place) => range.first + place);
  const own = active.current === null ? count : Math.floor(active.current / GROUP);
  if (own < count && !groups.includes(own)) groups.splice(own < range.first ? 0 : groups.length, 0, own);
  const room = range.isAll ? end * groupHeight : rows.length * ROW_HEIGHT[look.density];
  return (
    <>
      {look.fixed && <tbody aria-hidden className="block" style={{ height: room }} />}
      {groups.map((group) => (
        <RowGroup key={group} {...body} group={group} />
      ))}
      {look.fixed && (
        <RowsInView.Apart
          // Rows of another height are another list to the virtualizer.
          key={look.density}
          {...{ frame, rows, columns, groupHeight, widths, onTooWide }}
          group={GROUP}
          onRange={setRange}
        />
      )}
    </>
  );
}

/** Neighbouring rows in one element. Scrolling leaves those that stay in view alone. */
const RowGroup = memo(function RowGroup<Row>({
  group,
  busy,
  ...source
}: TableBodyProps<Row> & { group: number }) {
  const { rows, look } = source;
  const first = group * GROUP;
  const count = Math.min(GROUP, rows.length - first);
  const height = ROW_HEIGHT[look.density];
  return (
    <tbody
      role={look.fixed ? 'rowgroup' : undefined}
      className={`${look.fixed ? 'absolute inset-x-0 top-0 block contain-strict' : ''} ${bodyClass(busy)}`}
      style={
        look.fixed
          ? { height: count * height, translate: `0 ${HEADER_HEIGHT + first * height}px` }
          : undefined
      }
    >
      {Array.from({ length: count }, (_, place) => rowAt(source, first + place))}
    </tbody>
  );
}) as <Row>(props: TableBodyProps<Row> & { group: number }) => ReactNode;

/** Says what is missing of many rows where the code for the others could not be fetched. */
function RestMissing({ rows, columns, onRange }: RowsInViewProps) {
  useLayoutEffect(() => onRange(WITHOUT_REST), [onRange]);
  return (
    <tbody>
      <tr>
        {/* One more for the checkbox; without it the browser ignores what is too many. */}
        <td colSpan={columns.length + 1} className="p-4">
          <span role="alert" className="sticky left-4 text-danger">
            {withoutRest(rows.length - WITHOUT_REST.end * GROUP)}
          </span>
        </td>
      </tr>
    </tbody>
  );
}
