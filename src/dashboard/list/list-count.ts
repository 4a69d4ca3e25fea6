import type { Listed } from '#dashboard/api/http/use-query-rows.ts';
import { countOf, formatCount, seenOf } from '#dashboard/lib/figures.ts';
import { hasEveryRow, type LoadProgress } from '#dashboard/lib/load-pages.ts';
import type { ListView } from './use-list-view.ts';

/**
 * `newest 30 of 137 loans`. A list may begin `from` something else. If one in between is missing, or it is still being
 * checked that none is, it says neither.
 */
export function markOf(shown: LoadProgress, noun: string, from = 'newest'): string {
  const { failedPages, unreadable, loaded, total } = shown;
  const hasAllBetween = failedPages === 0 && unreadable === 0 && loaded !== total;
  return `${hasAllBetween ? `${from} ` : ''}${seenOf(shown, noun)}`;
}

interface CountOptions {
  isFiltered: boolean;
  isFound: boolean | undefined;
  noun: string;
  /** What one loaded row is, if only some of them are listed. */
  loaded: string;
  from: string | undefined;
}

/** How many rows are shown, of how many: `12 of the newest 5,000 of 1,000,000 loans`. */
export function countLine<Row>(
  { rows, shown, isPrevious }: Listed<{ readonly length: number }>,
  view: ListView<Row>,
  { isFiltered, isFound, noun, loaded, from }: CountOptions,
): string {
  if (!view.rows || rows.length === 0 || isPrevious) return '';
  const listed = view.count ?? view.rows.length;
  const count = formatCount(listed);
  if (isFound && shown.state === 'complete') return `${countOf(listed, noun)} found.`;
  if (hasEveryRow(shown)) {
    const all = countOf(rows.length, noun);
    if (isFiltered) return `${count} of ${all}.`;
    return rows.length === 1 ? `${all}.` : `All ${all}.`;
  }
  const seen = markOf(shown, loaded, from);
  return isFiltered ? `${count} of the ${seen}.` : `${seen.charAt(0).toUpperCase()}${seen.slice(1)}.`;
}
