import type { PointerEvent } from 'react';

/**
 * A tooltip that is made when its element is pointed at: few of a list's ever are, and every row that comes into view
 * would pay for its own. What it says is told by the element, which may go on to show something else. Returns what the
 * element listens for: made once, or a row that differs from another by it could not be written over.
 */
export function tooltipOf<Shown extends HTMLElement>(text: (element: Shown) => string) {
  return {
    onPointerEnter: ({ currentTarget }: PointerEvent<Shown>) => {
      currentTarget.title = text(currentTarget);
    },
    onPointerLeave: ({ currentTarget }: PointerEvent<Shown>) => currentTarget.removeAttribute('title'),
  };
}
