import LoaderCircle from 'lucide-react/icons/loader-circle';
import { explainRead } from '#dashboard/api/http/explain.ts';
import type { Look, Place } from '#dashboard/api/http/search-term.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { useDebounced } from '#dashboard/lib/use-debounced.ts';

const places: Record<Place, { name: string; nothing: string }> = {
  loans: { name: 'Loans', nothing: 'Not searched: no loans are loaded yet.' },
  members: { name: 'Members', nothing: 'No match.' },
  tokens: { name: 'Tokens', nothing: 'No matching token.' },
  customers: { name: 'Customers', nothing: 'No matching customer.' },
  activity: { name: 'Activity', nothing: 'Nothing in Activity has this ID.' },
};

function lookSentence(look: Look): string {
  if (look.state === 'skipped') return look.why ?? 'Not searched.';
  if (look.state === 'failed') return look.error ? explainRead(look.error) : 'Could not be searched.';
  const looked = lookedAt(look);
  if (look.state === 'looking') return look.seen ? `Searched ${looked} so far…` : 'Searching…';
  if (look.state === 'found') {
    const shown = look.findings.length;
    const { fitting = shown } = look;
    const where = look.seen ? ` in ${looked}` : '';
    if (fitting <= shown) return `Found${where}.`;
    return `${formatCount(fitting)} match${where}; the best ${formatCount(shown)} are shown.`;
  }
  if (look.seen && look.place === 'members') return `No match in ${looked}.`;
  if (look.seen && look.place === 'loans')
    return `No ID or reason matches in ${looked}${look.seen === look.total ? '' : ' loaded so far'}.`;
  return places[look.place].nothing;
}

function lookedAt({ place, seen = 0, total }: Look): string {
  const noun = place.slice(0, -1);
  return total === undefined || total <= seen
    ? countOf(seen, noun)
    : `${formatCount(seen)} of ${countOf(total, noun)}`;
}

export function Looked({ looks, again }: { looks: Look[]; again: () => void }) {
  const failed = looks.some(({ state }) => state === 'failed');
  return (
    <div className="shrink-0 border-hairline border-t px-4 py-2.5 text-table">
      <ul className="flex flex-col gap-1" aria-label="Searched in">
        {looks.map((look) => (
          <li key={look.place} className="flex items-start gap-2">
            <span className="w-20 shrink-0 font-medium">{places[look.place].name}</span>
            <span className={look.state === 'failed' ? 'text-danger wrap-anywhere' : 'text-muted'}>
              {lookSentence(look)}
            </span>
            {look.state === 'looking' && (
              <LoaderCircle size={14} aria-hidden className="mt-0.5 shrink-0 animate-spin text-muted" />
            )}
          </li>
        ))}
      </ul>
      {failed && (
        <button
          type="button"
          onClick={again}
          className="mt-1.5 font-medium text-accent-text underline-offset-2 hover:underline max-md:min-h-11"
        >
          Retry
        </button>
      )}
    </div>
  );
}

/** Announces the results once, when no key is pressed any more and every search has ended. */
export function Announcement(props: { options: number; looks: Look[]; said: string; query: string }) {
  const { options, looks, said, query } = props;
  const looking = looks.some(({ state }) => state === 'looking');
  const report = looks.map((look) => `${places[look.place].name}: ${lookSentence(look)}`).join(' ');
  const words = query.trim() === '' ? '' : `${countOf(options, 'result')}. ${report}`;
  const spoken = useDebounced(said || (looking ? 'Searching…' : words), 300);
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}
