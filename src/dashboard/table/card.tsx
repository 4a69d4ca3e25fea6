import { ChevronRight } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import type { Rows } from './rows.ts';
import type { RowId, Selection } from './selection.ts';

export interface CardListProps<Row> {
  label: string;
  /** Undefined while they are on their way. */
  rows: Rows<Row> | undefined;
  busy: boolean;
  card: (row: Row) => ReactNode;
  rowId?: RowId<Row>;
  selection?: Selection<Row> | undefined;
  /** The address that a press on a card opens. */
  rowHref?: (row: Row) => string | undefined;
  /** What the link of a card is called. */
  rowLabel?: (row: Row) => string;
  children?: ReactNode;
}

export interface CardsProps<Row> extends CardListProps<Row> {
  rows: Rows<Row>;
}

/** Which of many cards are rendered, and what room the others take. */
export interface CardRange {
  first: number;
  end: number;
  /** In pixels. */
  before: number;
  after: number;
  /** The `ref` of a rendered card. */
  measure: (card: HTMLElement | null) => void;
}

export const cardClass = 'relative border-hairline not-last:border-b';

/** The card at a place in the list. */
export function cardAt<Row>(props: CardsProps<Row>, index: number): ReactNode {
  const { rows, rowId, selection, rowHref, rowLabel, card } = props;
  const row = rows.at(index);
  if (row === undefined) return <SkeletonCard />;
  const id = rowId?.(row, index);
  return (
    <Card
      {...{ row, card }}
      href={rowHref?.(row)}
      hrefLabel={rowLabel?.(row) ?? 'this record'}
      selected={id !== undefined && selection?.ids.has(id) === true}
      selectLabel={id === undefined ? undefined : selection?.label(row)}
    />
  );
}

interface CardProps<Row> {
  row: Row;
  card: (row: Row) => ReactNode;
  href: string | undefined;
  hrefLabel: string;
  selected: boolean;
  /** Undefined where it can't be chosen. */
  selectLabel: string | undefined;
}

const Card = memo(function Card<Row>(props: CardProps<Row>) {
  const { row, card, href, hrefLabel, selected, selectLabel } = props;
  return (
    <div className={`flex items-center ${selected ? 'bg-accent-soft' : ''}`}>
      {selectLabel !== undefined && (
        <Checkbox
          className="relative z-1 flex w-11 shrink-0 items-center justify-center self-stretch"
          label={`Select ${selectLabel}`}
          checked={selected}
          readOnly
        />
      )}
      {/* What is pressed in a card lies over the link that covers the rest of it. */}
      <div
        className={`min-w-0 flex-1 py-3 [&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1 ${selectLabel === undefined ? 'pl-4' : ''} ${href === undefined ? 'pr-4' : ''}`}
      >
        {card(row)}
      </div>
      {href !== undefined && (
        <Link
          to={href}
          aria-label={`Open ${hrefLabel}`}
          className="flex w-9 shrink-0 items-center justify-center self-stretch text-faint after:absolute after:inset-0"
        >
          <ChevronRight size={16} aria-hidden />
        </Link>
      )}
    </div>
  );
}) as <Row>(props: CardProps<Row>) => ReactNode;

export function SkeletonCard() {
  return (
    <div className="flex flex-col gap-4 px-4 py-4">
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
    </div>
  );
}
