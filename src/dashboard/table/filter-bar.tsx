import ChevronDown from 'lucide-react/icons/chevron-down';
import ListFilter from 'lucide-react/icons/list-filter';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { IconButton } from '#dashboard/ui/button.tsx';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';

interface FilterBarProps {
  label: string;
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/** The filters of a list, a chip each; on a phone, where they would push the list away, behind one button. */
export function FilterBar({ label, count, onClear, children }: FilterBarProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const chips = useId();
  const bar = useRef<HTMLFieldSetElement>(null);
  return (
    <fieldset ref={bar} aria-label={label} className="flex min-w-0 flex-wrap items-center gap-2 text-table">
      <button
        type="button"
        aria-expanded={isUnfolded}
        aria-controls={chips}
        onClick={() => setUnfolded(!isUnfolded)}
        className={`inline-flex h-11 items-center gap-1.5 rounded-control border border-border px-2.5 text-text hover:bg-hover md:hidden ${count > 0 ? 'bg-accent-soft' : ''}`}
      >
        <ListFilter size={16} aria-hidden className="shrink-0" />
        Filters{count > 0 && ` (${formatCount(count)})`}
        <ChevronDown
          size={14}
          aria-hidden
          className={`shrink-0 opacity-70 ${isUnfolded ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={chips} className={`contents ${isUnfolded ? '' : 'max-md:hidden'}`}>
        {children}
      </div>
      {count > 0 && (
        <button
          type="button"
          onClick={() => {
            onClear();
            focusFirst(bar.current);
          }}
          className="h-8 max-md:h-11 rounded-control px-2 font-medium text-accent-text hover:bg-hover"
        >
          Clear {count === 1 ? 'filter' : `${formatCount(count)} filters`}
        </button>
      )}
      <span role="status" className="sr-only">
        {count > 0 && `${countOf(count, 'filter')} on`}
      </span>
    </fieldset>
  );
}

interface FilterChipProps {
  label: string;
  /** What it narrows by, in few words; null where it narrows nothing. */
  summary: string | null;
  onClear: () => void;
  panel: (close: () => void) => ReactNode;
  prepare?: () => void;
  onOpen?: (() => void) | undefined;
}

/** One filter: says what it narrows by, and opens what it is chosen from. */
export function FilterChip({ label, summary, onClear, ...opening }: FilterChipProps) {
  const chip = useRef<HTMLSpanElement>(null);
  return (
    <span
      ref={chip}
      className={`inline-flex max-w-full items-center rounded-control border ${summary === null ? 'border-border border-dashed' : 'border-border bg-accent-soft'}`}
    >
      <PopoverButton
        label={label}
        className={`inline-flex h-8 max-md:h-11 min-w-0 items-center gap-1.5 rounded-control px-2.5 hover:bg-hover ${summary === null ? 'text-soft' : 'text-text'}`}
        {...opening}
      >
        <span className="truncate">
          {label}
          {summary !== null && <span className="font-medium text-accent-text">: {summary}</span>}
        </span>
      </PopoverButton>
      {summary !== null && (
        <IconButton
          label={`Clear ${label}`}
          icon={<X size={14} aria-hidden />}
          onClick={() => {
            onClear();
            focusFirst(chip.current);
          }}
          className="mr-0.5 md:size-7!"
        />
      )}
    </span>
  );
}

/** What clears filters goes with them: the focus stays where they are set. */
function focusFirst(place: HTMLElement | null): void {
  const buttons = [...(place?.querySelectorAll('button') ?? [])];
  buttons.find((button) => button.offsetParent !== null)?.focus();
}

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

interface SegmentProps {
  to: string | { search: string };
  current: boolean;
  /** How many it leads to. */
  count?: number | undefined;
  children: string;
}

/** Whether a segment was the last to be pressed: where that replaces the page's head, another has its place. */
let pressed = false;

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
