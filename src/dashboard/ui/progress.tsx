import { type ReactNode, useEffect, useState } from 'react';
import { formatCount } from '#dashboard/lib/figures.ts';
import { ProgressLine } from './progress-line.tsx';

interface ProgressProps {
  /** What is being done: `Loading loans`. */
  label: string;
  done: number;
  /** Undefined where nobody knows. */
  of: number | undefined;
  /** When it began, in milliseconds since 1970. */
  since?: number;
  /** Stop, Pause and the like. */
  children?: ReactNode;
}

/** How far something that takes several requests has come, in one line. */
export function Progress({ label, done, of, since, children }: ProgressProps) {
  const seconds = useSeconds(since);
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

function useSeconds(since: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!since) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  return since ? Math.max(0, Math.floor((now - since) / 1000)) : 0;
}
