import { type RunGlance, useRunGlance } from '#dashboard/api/run-news.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';

/** How far a run of cancellations has come, under the name of the page that shows it; nothing where none is under way. */
export function RunBadge() {
  const run = useRunGlance();
  if (run === null) return null;
  return (
    <span
      title={sentenceOf(run)}
      className="tabular basis-full pb-1.5 pl-6.5 text-accent-text text-label leading-none"
    >
      <span aria-hidden>
        {run.ended === null ? 'waits' : `${formatCount(run.ended)} of ${formatCount(run.total)}`}
      </span>
      <span className="sr-only">{sentenceOf(run)}</span>
    </span>
  );
}

function sentenceOf({ phase, ended, total }: RunGlance): string {
  if (phase === 'grace') return `A run of ${countOf(total, 'order')} is about to begin`;
  const doing = phase === 'running' ? 'is under way' : 'is paused';
  if (ended === null) return `A run of ${countOf(total, 'order')} ${doing}`;
  return `A run ${doing}: ${formatCount(ended)} of ${countOf(total, 'order')}`;
}
