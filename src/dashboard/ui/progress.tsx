import type { ReactNode } from 'react';
import { formatCount } from '#dashboard/lib/figures.ts';
import { useNow } from './use-now.ts';

interface ProgressLineProps {
  /** What is counted, for screen readers. */
  label: string;
  value: number;
  /** Undefined if that is unknown: the line then says only that something is under way. */
  total: number | undefined;
  /** It is paused. */
  still?: boolean;
}

/** How far something has come. */
export function ProgressLine({ label, value, total, still = false }: ProgressLineProps) {
  const share = total ? Math.min(1, value / total) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={total === undefined ? undefined : Math.min(value, total)}
      className="mt-1.5 h-1 overflow-clip rounded-control bg-active"
    >
      <div
        style={total === undefined ? undefined : { transform: `scaleX(${share})` }}
        className={`drawn h-full origin-left transition-transform ${still ? 'bg-control' : 'bg-accent'} ${total === undefined && !still ? 'wait' : ''}`}
      />
    </div>
  );
}

interface ProgressProps {
  /** What is being done: `Loading loans`. */
  label: string;
  done: number;
  of: number | undefined;
  /** When it began, in milliseconds since 1970. */
  since?: number;
  children?: ReactNode;
}

/** How far something that takes several requests has come, in one line. */
export function Progress({ label, done, of, since, children }: ProgressProps) {
  const now = useNow(since ? 1_000 : null);
  const seconds = since ? Math.max(0, Math.floor((now - since) / 1_000)) : 0;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 text-muted text-table">
      <span className="-mt-1.5 w-10 md:w-20">
        <ProgressLine label={label} value={done} total={of} />
      </span>
      <span className="tabular whitespace-nowrap">
        {formatCount(done)} of {of === undefined ? '…' : formatCount(of)}
        {/* A phone has no room for it in the line. */}
        {seconds > 0 && <span className="max-md:hidden">, {formatCount(seconds)} s</span>}
      </span>
      {children}
    </div>
  );
}
