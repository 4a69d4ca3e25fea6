import { type ChangeEvent, Suspense, useRef, useState } from 'react';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import {
  type CardListProps,
  type CardRange,
  type CardsProps,
  cardAt,
  cardClass,
  SkeletonCard,
} from './card.tsx';
import { withoutRest } from './rows.ts';
import { useSelecting } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { CardsInViewProps } from './virtual-cards.tsx';

const SKELETON_CARDS = 8;

/** As many cards as are simply all there; of more, those that are in view. */
const PLAIN_CARDS = 60;

const CardsInView = lazyPart<CardsInViewProps>(
  () => import('./virtual-cards.tsx').then((module) => module.CardsInView),
  WithoutRest,
);

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
      onChange={(event: ChangeEvent<HTMLElement>) => {
        const card = event.target.closest<HTMLElement>('[data-index]');
        if (card && event.target.matches('[type="checkbox"]'))
          selecting.toggle(Number(card.dataset.index), false);
      }}
    >
      {children ??
        (!rows ? (
          <ul className="divide-y divide-hairline">
            <SkeletonCards />
          </ul>
        ) : (
          <Cards {...props} rows={rows} />
        ))}
      {selection && chosen > 0 && (
        <div className="page-foot min-h-14 rounded-b-panel border-hairline border-t bg-accent-soft px-3 py-1.5">
          <SelectionBar count={chosen} selecting={selecting} actions={selection.actions} />
        </div>
      )}
    </section>
  );
}

/**
 * All of a few cards; of many, those in and near the window, and the page scrolls past the rest. A card keeps its
 * element as more arrive, so that a press on it isn't lost.
 */
function Cards<Row>(props: CardsProps<Row>) {
  const { rows, busy } = props;
  const list = useRef<HTMLUListElement>(null);
  const [found, setFound] = useState<CardRange | null>(null);
  // The server doesn't know what is in view.
  const isLong = useHydrated() && rows.length > PLAIN_CARDS;
  const range = isLong ? found : null;
  const { first, end } = range ?? { first: 0, end: Math.min(rows.length, PLAIN_CARDS) };
  return (
    <>
      <ul
        ref={list}
        className={`transition-opacity ${busy ? 'opacity-55' : ''}`}
        style={range ? { paddingTop: range.before, paddingBottom: range.after } : undefined}
      >
        {Array.from({ length: end - first }, (_, place) => {
          const index = first + place;
          return (
            <li
              key={index}
              ref={range?.measure}
              data-index={index}
              {...(range && { 'aria-setsize': rows.length, 'aria-posinset': index + 1 })}
              className={cardClass}
            >
              {cardAt(props, index)}
            </li>
          );
        })}
      </ul>
      {isLong && (
        <Suspense>
          <CardsInView list={list} count={rows.length} onRange={setFound} />
        </Suspense>
      )}
    </>
  );
}

/** Says what is missing of many cards where the code for the others could not be fetched. */
function WithoutRest({ count }: CardsInViewProps) {
  return (
    <p role="alert" className="border-hairline border-t px-4 py-3 text-danger text-table">
      {withoutRest(count - PLAIN_CARDS)}
    </p>
  );
}

function SkeletonCards() {
  return Array.from({ length: SKELETON_CARDS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place
    <li key={index}>
      <SkeletonCard />
    </li>
  ));
}
