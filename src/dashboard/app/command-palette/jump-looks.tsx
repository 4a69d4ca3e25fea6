import { LoaderCircle } from 'lucide-react';
import { explainRead } from '#dashboard/api/http/explain.ts';
import type { Look, Place } from '#dashboard/api/http/search-term.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { useDebounced } from '#dashboard/lib/use-debounced.ts';

const placeNames: Record<Place, string> = {
  loans: 'Loans',
  members: 'Members',
  tokens: 'Tokens',
  customers: 'Customers',
  orders: 'Orders',
};

/** What the search of a place found, in one sentence. */
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
  switch (look.place) {
    case 'loans':
      return look.seen ? `No match in ${looked} loaded so far.` : 'Not searched: no loans are loaded yet.';
    case 'members':
      return look.seen ? `No match in ${looked}.` : 'No match.';
    case 'tokens':
      return 'No matching token.';
    case 'customers':
      return 'No matching customer.';
    case 'orders':
      return 'No order in Activity has this ID.';
  }
}

function lookedAt({ place, seen = 0, total }: Look): string {
  const noun = place.slice(0, -1);
  return total === undefined || total <= seen
    ? countOf(seen, noun)
    : `${formatCount(seen)} of ${countOf(total, noun)}`;
}

/** Every place that was searched, and what was found there. */
export function Looked({ looks, again }: { looks: Look[]; again: () => void }) {
  const failed = looks.some(({ state }) => state === 'failed');
  return (
    <div className="shrink-0 border-hairline border-t px-4 py-2.5 text-table">
      <ul className="flex flex-col gap-1" aria-label="Searched in">
        {looks.map((look) => (
          <li key={look.place} className="flex items-start gap-2">
            <span className="w-20 shrink-0 font-medium">{placeNames[look.place]}</span>
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

interface AnnouncementProps {
  options: number;
  looks: Look[];
  said: string;
  query: string;
}

/** Announces the results once, when no key is pressed any more and every search has ended. */
export function Announcement({ options, looks, said, query }: AnnouncementProps) {
  const looking = looks.some(({ state }) => state === 'looking');
  const report = looks.map((look) => `${placeNames[look.place]}: ${lookSentence(look)}`).join(' ');
  const words = query.trim() === '' ? '' : `${countOf(options, 'result')}. ${report}`;
  const spoken = useDebounced(said || (looking ? 'Searching…' : words), 300);
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}
