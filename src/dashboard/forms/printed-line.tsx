import { useDesk } from '#dashboard/api/session/session.ts';
import { formatInstant, zoneSentence } from '#dashboard/lib/times.ts';
import { useNow } from '#dashboard/ui/use-now.ts';

/** The first line of a printed record: the organisation, when and by whom it was printed, and the time zone. */
export function PrintedLine() {
  const { session } = useDesk();
  const now = useNow();
  return (
    <p className="hidden print:mb-2 print:block">
      {session?.label} · Printed {formatInstant(now)} by {session?.person.name}. {zoneSentence(now)}
    </p>
  );
}
