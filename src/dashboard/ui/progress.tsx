import type { ReactNode } from 'react';
import { formatCount } from '#dashboard/lib/figures.ts';
import { ProgressLine } from './progress-line.tsx';
import { useNow } from './use-now.ts';

interface ProgressProps {
  /** What is being done: `Loading loans`. */
  label: string;
  done: number;
  /** Undefined if that is unknown. */
  of: number | undefined;
  /** When it began, in milliseconds since 1970. */
  since?: number;
  /** Stop, Pause and the like. */
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
        {seconds > 0 && `, ${formatCount(seconds)} s`}
      </span>
      {children}
    </div>
  );
}
