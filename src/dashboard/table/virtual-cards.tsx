import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { type CardsProps, cardAt, cardClass } from './card.tsx';

/** What a card of two lines takes, until it has been measured. */
const USUAL_HEIGHT = 85;

/** Many cards; only those in and near the window are rendered, and the page scrolls past the rest. */
export function VirtualCards<Row>(props: CardsProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  // What is above the list may grow and shrink at any time.
  useLayoutEffect(() => {
    if (list.current) setAbove(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });
  const virtual = useWindowVirtualizer({
    count: props.rows.length,
    estimateSize: () => USUAL_HEIGHT,
    overscan: 8,
    // A card that isn't laid out has no height, and without heights all of them would be in view.
    measureElement: (...measured) => measureElement(...measured) || USUAL_HEIGHT,
    scrollMargin: above,
    initialRect: { width: 0, height: window.innerHeight },
  });
  const items = virtual.getVirtualItems();
  const before = (items[0]?.start ?? above) - above;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? above) - above);
  return (
    <ul
      ref={list}
      className={`transition-opacity ${props.busy ? 'opacity-55' : ''}`}
      style={{ paddingTop: before, paddingBottom: Math.max(0, after) }}
    >
      {items.map(({ index }) => (
        <li
          key={index}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={props.rows.length}
          aria-posinset={index + 1}
          className={cardClass}
        >
          {cardAt(props, index)}
        </li>
      ))}
    </ul>
  );
}
