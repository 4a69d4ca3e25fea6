import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** What a card of two lines takes, until it has been measured. */
const USUAL_HEIGHT = 85;

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

export interface CardsInViewProps {
  list: RefObject<HTMLUListElement | null>;
  count: number;
  /** Called with the cards to render; with null when all of them are to be rendered. */
  onRange: (range: CardRange | null) => void;
}

/** Finds which of many cards are in and near the window. Renders nothing, so that the cards keep their elements. */
export function CardsInView({ list, count, onRange }: CardsInViewProps) {
  const [above, setAbove] = useState<number | null>(null);
  // What is above the list may grow and shrink at any time.
  useLayoutEffect(() => setAbove(topOf(list.current)));
  // The cards that are there already keep their places.
  const [initialMeasurementsCache] = useState(() => measured(list.current));
  const virtual = useWindowVirtualizer({
    count,
    // Only once it is in the page: at its start it scrolls to where the page was when it was rendered first, which may be
    // a while ago.
    enabled: above !== null,
    initialMeasurementsCache,
    estimateSize: () => USUAL_HEIGHT,
    overscan: 8,
    // A card that isn't laid out has no height, and without heights all of them would be in view.
    measureElement: (...measured) => measureElement(...measured) || USUAL_HEIGHT,
    scrollMargin: above ?? 0,
    initialRect: { width: 0, height: window.innerHeight },
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const end = (items.at(-1)?.index ?? -1) + 1;
  const top = above ?? 0;
  const before = (items[0]?.start ?? top) - top;
  const after = Math.max(0, virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top));
  const measure = virtual.measureElement;
  useLayoutEffect(() => {
    if (end === 0) return;
    onRange({ first, end, before, after, measure });
    return () => onRange(null);
  }, [first, end, before, after, measure, onRange]);
  return null;
}

function topOf(list: HTMLElement | null): number {
  return list ? Math.round(list.getBoundingClientRect().top + window.scrollY) : 0;
}

/** The heights of the cards that are rendered. */
function measured(list: HTMLElement | null) {
  return Array.from(list?.children ?? [], (card, index) => {
    const size = card.getBoundingClientRect().height || USUAL_HEIGHT;
    return { key: index, index, size, lane: 0, start: 0, end: size };
  });
}
