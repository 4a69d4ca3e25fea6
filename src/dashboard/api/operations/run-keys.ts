import type { JournalOutcome } from '#contract/operations.ts';

/** The query keys of runs. The keys of a run and its lines share a prefix. */
export const runKeys = {
  list: ['runs'] as const,
  run: (id: string) => ['run', id] as const,
  allLines: (id: string) => ['run', id, 'lines'] as const,
  lines: (id: string, outcome: JournalOutcome | null) => ['run', id, 'lines', outcome] as const,
};
