import { useDesk } from '#dashboard/api/session/session.ts';
import { formatInstant, zoneSentence } from '#dashboard/lib/times.ts';
import { useNow } from '#dashboard/ui/use-now.ts';

/** Says on paper whose record it is, when it was printed and by whom, and the zone of its times. */
export function PrintedLine() {
  const { session } = useDesk();
  const now = useNow();
  return (
    <p className="hidden print:mb-2 print:block">
      {session?.label} · Printed {formatInstant(now)} by {session?.person.name}. {zoneSentence(now)}
    </p>
  );
}
