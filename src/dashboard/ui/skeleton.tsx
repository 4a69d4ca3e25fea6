/** Holds the place of a text that is on its way. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={`wait inline-block h-3 rounded-control bg-active align-middle ${className}`}
    />
  );
}
