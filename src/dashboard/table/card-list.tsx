import { measureElement, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ChangeEvent, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormats } from '#dashboard/lib/use-settings.ts';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import type { DataTableProps } from './data-table.tsx';
import { placeholders, type Rows } from './rows.ts';
import { useSelecting } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { isCheckbox, placeOf } from './table-events.ts';

export interface CardListProps<Row>
  extends Pick<
    DataTableProps<Row>,
    'label' | 'rows' | 'busy' | 'rowId' | 'selection' | 'rowHref' | 'children'
  > {
  card: (row: Row) => ReactNode;
  rowLabel?: (row: Row) => string;
}

/** More than a phone has room for, so that what is under them is out of view. */
const PLACEHOLDERS = placeholders(14);

/** Up to so many cards, all are rendered; if there are more, those in view. */
const PLAIN_CARDS = 60;

/** What a card of two lines takes, until it has been measured. */
const USUAL_HEIGHT = 85;

/** The rows of a table where there is no room for one: a card each. They scroll with the page. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { label, rows, busy, selection, rowId, children } = props;
  const selecting = useSelecting(selection, rows, rowId);
  const chosen = selection?.ids.size ?? 0;
  return (
    <section
      aria-label={label}
      aria-busy={busy || (rows === undefined && !children)}
      className="rounded-panel border border-hairline bg-panel"
      onChange={({ target }: ChangeEvent<HTMLElement>) => {
        const place = placeOf(target);
        if (place !== null && isCheckbox(target)) selecting.toggle(place, false);
      }}
    >
      {children ?? <Cards {...props} rows={rows ?? PLACEHOLDERS} busy={busy && rows !== undefined} />}
      {selection && chosen > 0 && (
        <div className="page-foot min-h-14 rounded-b-panel border-hairline border-t bg-accent-soft px-3 py-1.5">
          <SelectionBar count={chosen} selecting={selecting} actions={selection.actions} />
        </div>
      )}
    </section>
  );
}

/** All of a few cards; of many, those near the window. A card keeps its element as more arrive, and so does a press. */
function Cards<Row>(props: CardListProps<Row> & { rows: Rows<Row> }) {
  const { rows, busy, card, rowId, selection, rowHref, rowLabel } = props;
  const list = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState<number | null>(null);
  const [heights, setHeights] = useState<VirtualItem[]>([]);
  // The server doesn't know what is in view.
  const isLong = useHydrated() && rows.length > PLAIN_CARDS;
  useLayoutEffect(() => {
    // The cards that are rendered already keep their places.
    if (isLong && above === null) setHeights(heightsIn(list.current));
    // What is above the list may grow and shrink at any time.
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setAbove(isLong ? Math.round(top + window.scrollY) : null);
  });
  const virtual = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    // Not before the list is in the page: when the virtualizer starts, it scrolls to where the page was when it rendered
    // first, which may be a while ago.
    enabled: isLong && above !== null,
    initialMeasurementsCache: heights,
    estimateSize: () => USUAL_HEIGHT,
    overscan: 8,
    // A card that isn't laid out has no height. If no card had one, all of them would be in view.
    measureElement: (...measured) => measureElement(...measured) || USUAL_HEIGHT,
    scrollMargin: above ?? 0,
    initialRect: { width: 0, height: globalThis.innerHeight },
  });
  const items = virtual.getVirtualItems();
  const start = items[0];
  const last = items.at(-1);
  const first = start?.index ?? 0;
  const end = last ? last.index + 1 : Math.min(rows.length, PLAIN_CARDS);
  const scrollMargin = above ?? 0;
  /** For the cards that aren't rendered; undefined if there are none. */
  const room = start &&
    last && {
      paddingTop: start.start - scrollMargin,
      paddingBottom: Math.max(0, virtual.getTotalSize() - (last.end - scrollMargin)),
    };
  const idOf = rowId ?? rowHref;
  // A card goes with its record, and so does the focus; a record without an id, or that comes again, has its place.
  const keys = new Set<string | number>();
  return (
    <ul ref={list} className={`transition-opacity ${busy ? 'opacity-55' : ''}`} style={room}>
      {Array.from({ length: end - first }, (_, place) => {
        const index = first + place;
        const row = rows.at(index);
        const id = row === undefined ? undefined : rowId?.(row, index);
        const own = row === undefined ? undefined : idOf?.(row, index);
        const key = own === undefined || keys.has(own) ? index : own;
        keys.add(key);
        return (
          <li
            key={key}
            ref={room && virtual.measureElement}
            data-index={index}
            {...(room && { 'aria-setsize': rows.length, 'aria-posinset': index + 1 })}
            className="relative border-hairline not-last:border-b"
          >
            {row === undefined ? (
              <div className="flex flex-col gap-4 px-4 py-4">
                <Skeleton className="w-2/3" />
                <Skeleton className="w-1/2" />
              </div>
            ) : (
              <Card
                {...{ row, card }}
                href={rowHref?.(row)}
                hrefLabel={rowLabel?.(row) ?? 'this record'}
                selected={id !== undefined && selection?.ids.has(id) === true}
                selectLabel={id === undefined ? undefined : selection?.label(row)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function heightsIn(list: HTMLElement | null): VirtualItem[] {
  return Array.from(list?.children ?? [], (card, index) => {
    const size = card.getBoundingClientRect().height || USUAL_HEIGHT;
    return { key: index, index, size, lane: 0, start: 0, end: size };
  });
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
  useFormats();
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
