import type { JournalKind, JournalOutcome } from '#contract/operations.ts';

/** What a list of journal entries is narrowed to. */
export interface JournalFilter {
  kind?: JournalKind | undefined;
  outcome?: JournalOutcome | undefined;
  /** The id of the person who made the write. */
  person?: string | undefined;
  /** Both inclusive, ISO 8601. */
  from?: string | undefined;
  to?: string | undefined;
  loan?: string | undefined;
  member?: string | undefined;
  order?: string | undefined;
  /** An idempotency key. */
  key?: string | undefined;
  run?: string | undefined;
  limit?: number | undefined;
}

/** The query keys of the journal. Those of its lists share a prefix, so that a change marks all as out of date. */
export const operationKeys = {
  journal: ['journal'] as const,
  /** One page of the journal. */
  page: (filter: JournalFilter) => ['journal', 'page', filter] as const,
  /** A list of the journal that loads page after page. */
  pages: (filter: JournalFilter) => ['journal', 'pages', filter] as const,
  /** The entries whose outcome is unknown. */
  open: ['journal', 'open'] as const,
  entries: ['entry'] as const,
  entry: (id: string) => ['entry', id] as const,
  /** The entry of an idempotency key. */
  ofKey: (key: string) => ['entry', 'of-key', key] as const,
};

/** The query keys of runs. The keys of a run and its lines share a prefix. */
export const runKeys = {
  list: ['runs'] as const,
  run: (id: string) => ['run', id] as const,
  allLines: (id: string) => ['run', id, 'lines'] as const,
  lines: (id: string, outcome: JournalOutcome | null) => ['run', id, 'lines', outcome] as const,
};
