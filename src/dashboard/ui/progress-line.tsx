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
