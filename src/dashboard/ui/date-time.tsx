import { formatDay, formatInstant, formatInstantFully } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';

/** An instant in the reader's zone; to the second and with the zone in its tooltip. In brief, its day alone. */
export function DateTime({ at, brief = false }: { at: number; brief?: boolean }) {
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatInstantFully(at)}
      className="tabular whitespace-nowrap"
    >
      {brief ? formatDay(at) : formatInstant(at)}
    </time>
  );
}

/** A date that can't be read, as the service sent it. It may be any text: it takes no more room than there is. */
export function UnreadableDate({ text }: { text: string }) {
  return (
    <bdi
      title={`As the service sent it; it can’t be read as a date: ${clip(text, 300)}`}
      className="block min-w-0 max-w-60 max-md:max-w-40 truncate"
    >
      {clip(text, 120)}
    </bdi>
  );
}
