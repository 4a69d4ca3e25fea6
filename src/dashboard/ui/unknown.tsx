import { plain } from './plain.ts';

/** Stands where a value isn't known, and says why on hover and to the screen reader. Never a 0. */
export const Unknown = plain(({ reason }: { reason: string }) => (
  <span title={reason} className="text-muted">
    <span aria-hidden>–</span>
    <span className="sr-only">{reason}</span>
  </span>
));
