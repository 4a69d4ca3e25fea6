import type { JournalEntry } from '#contract/operations.ts';
import { wordsOf } from '#dashboard/lib/outcome-words.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

interface Step {
  at: string;
  who: string;
  text: string;
}

/** What happened to a request, oldest first: sent, checked, decided. */
export function HistoryPanel({ entry }: { entry: JournalEntry }) {
  return (
    <Panel title="History">
      <ol className="divide-y divide-hairline px-4">
        {stepsOf(entry).map(({ at, who, text }) => (
          <li key={`${at} ${text}`} className="py-2 text-table">
            <p className="flex flex-wrap justify-between gap-x-3 text-label text-muted">
              <DateTime at={Date.parse(at)} />
              <bdi>{clip(who, 60)}</bdi>
            </p>
            <p className="wrap-anywhere">{text}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function stepsOf(entry: JournalEntry): Step[] {
  const { at, settledAt, who, checks, kind, by } = entry;
  const sent = { at, who, text: kind === 'createLoan' ? 'Loan requested' : 'Cancellation requested' };
  const looks = checks.map((check) => ({
    at: check.at,
    who: check.who ?? 'Pledge',
    text: check.saw,
  }));
  // A person's decision is the last of the checks.
  const isOwnStep = settledAt !== null && by !== 'person';
  const end = isOwnStep && { at: settledAt, who: 'Pledge', text: wordsOf(kind, entry).title };
  return [sent, ...looks, ...(end ? [end] : [])];
}
