import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '#dashboard/lib/figures.ts';

/** Few ways to see the same thing, side by side, each an address of its own. */
export function Segments({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="inline-flex shrink-0 max-w-full flex-wrap rounded-control border border-border bg-panel p-0.5"
    >
      {children}
    </nav>
  );
}

type To = string | { search: string };
type SegmentProps = { to: To; current: boolean; count?: number | undefined; children: string };

/** Whether a segment was the last to be pressed: where that replaces the page's head, another has its place. */
let pressed = false;

/** A segment; `count` is how many it leads to. */
export function Segment({ to, current, count, children }: SegmentProps) {
  return (
    <Link
      ref={current ? keepFocus : undefined}
      to={to}
      onClick={() => {
        pressed = true;
      }}
      aria-current={current ? 'true' : undefined}
      className="inline-flex h-7 items-center gap-1.5 whitespace-nowrap rounded-[4px] px-2.5 font-medium text-soft text-table transition-colors hover:bg-hover aria-[current]:bg-accent-soft aria-[current]:text-accent-text max-md:h-10"
    >
      {children}{' '}
      {count !== undefined && <span className="tabular font-normal opacity-80">{formatCount(count)}</span>}
    </Link>
  );
}

/** Gives the focus to what took the place of the segment that was pressed; it would be lost with that one. */
function keepFocus(link: HTMLAnchorElement | null): void {
  if (!link || !pressed) return;
  pressed = false;
  if (document.activeElement === document.body) link.focus();
}
