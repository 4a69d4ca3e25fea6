import { formatDay, formatInstant, formatInstantFully } from '#dashboard/lib/times.ts';

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
