/** Holds the place of a text that is on its way. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={`wait inline-block h-3 rounded-control bg-active align-middle ${className}`}
    />
  );
}

/** Holds the place of a panel that is on its way. `widths` are those of its lines. */
export function SkeletonPanel({ className = '', widths }: { className?: string; widths: readonly string[] }) {
  return (
    <div className={`flex flex-col gap-6 rounded-panel border border-hairline bg-panel p-4 ${className}`}>
      {widths.map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
