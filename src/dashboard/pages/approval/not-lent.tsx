import type { JournalEntry } from '#contract/operations.ts';
import { hadNoEffect, wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Banner } from '#dashboard/ui/banner.tsx';

/** What became of a loan that was approved and is not created, or not known to be. */
export function NotLent({ entry }: { entry: JournalEntry }) {
  const { kind, message, outcome, who } = entry;
  const { title, tone, meaning } = wordsOf(kind, entry);
  return (
    <Banner tone={tone === 'neutral' ? 'warning' : tone} title={`Approved. ${title}`}>
      <p>{meaning}</p>
      {message && outcome !== 'unknown' && <p>{clip(message, 500)}</p>}
      {hadNoEffect(outcome) && <p>{clip(who, 80)} can request it again.</p>}
    </Banner>
  );
}
