import { explainRead } from '#dashboard/api/http/explain.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import type { LoadProgress } from '#dashboard/lib/load-pages.ts';

/** Why what was loaded isn't, or may not be, the whole; a sentence each. */
export function loadDoubts({ doubt, failedPages, error }: LoadProgress, noun: string): string[] {
  return [
    doubt === 'paging' &&
      `Paging not confirmed: the service returned a different page, so the other ${noun}s can’t be loaded.`,
    doubt === 'repeats' && `The service returned the same ${noun}s again, so the rest can’t be loaded.`,
    doubt === 'changed' &&
      `The list kept changing while it loaded. Some ${noun}s may be missing or out of date.`,
    failedPages > 0 &&
      `${countOf(failedPages, 'page')} could not be loaded. ${error ? explainRead(error) : ''}`,
  ].filter((text) => text !== false);
}
