import type { Run, RunLine } from '#contract/runs.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { wordsOf } from './outcome-words.ts';
import { groupLabel, LINE_GROUPS } from './run-labels.ts';

/** How many lines have which outcome; empty while the lines that were read are older than the counts. */
export function tallyText(run: Pick<Run, 'counts' | 'finishedAt'>, lines: readonly RunLine[]): string {
  const { counts } = run;
  const tally = new Map<string, number>();
  const add = (label: string, count: number) => tally.set(label, (tally.get(label) ?? 0) + count);
  if (lines.length === counts.total) {
    if (lines.some(({ outcome }) => outcome === 'waiting' || outcome === 'pending')) return '';
    for (const line of lines) add(wordsOf('cancelOrder', line).label, 1);
  } else
    for (const group of LINE_GROUPS)
      if (counts[group.count] > 0) add(groupLabel(group, run), counts[group.count]);
  return [...tally].map(([label, count]) => `${formatCount(count)} ${label.toLowerCase()}`).join(', ');
}

/** What there is to know of a line besides its outcome; empty if that says everything. */
export function lineDetail(line: RunLine): string {
  const { meaning, next, label } = wordsOf('cancelOrder', line);
  if (line.by === 'this-or-earlier') return 'By this or an earlier request: the answer was lost.';
  // A refusal without a documented code is known by its own words only.
  if (line.outcome === 'refused') return label === 'Refused' && line.message ? `“${line.message}”` : next;
  if (line.outcome === 'not-sent') return line.message ?? meaning;
  return ['unknown', 'not-done', 'undetermined'].includes(line.outcome) ? meaning : '';
}
