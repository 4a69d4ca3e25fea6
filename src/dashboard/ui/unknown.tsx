/** Takes the place of an unknown value, and says why on hover and to screen readers. Never a 0. */
export function Unknown({ reason }: { reason: string }) {
  return (
    <span title={reason} className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{reason}</span>
    </span>
  );
}
