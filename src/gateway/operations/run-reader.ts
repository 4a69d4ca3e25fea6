import type { Pool } from 'pg';
import type { JournalOutcome } from '#contract/operations.ts';
import type { Run, RunLine } from '#contract/runs.ts';
import { holdWords, requested, runsOfOrder, uuidAt, wordsOf } from '../search.ts';
import type { ReportLine } from './run-report.ts';
import {
  LINE_COLUMNS,
  type LineRow,
  lineOf,
  type OutcomeCount,
  outcomesLike,
  RETRYABLE,
  RUN_COLUMNS,
  type RunRow,
  runOf,
} from './run-row.ts';

/** Reads the runs of an owner; another owner's are as if they didn't exist. */
export function createRunReader(pool: Pool, clock: () => number) {
  async function rowOf(owner: string, id: string): Promise<RunRow | null> {
    const { rows } = await pool.query<RunRow>(
      `select ${RUN_COLUMNS} from desk.run where owner = $1 and id = $2`,
      [owner, id],
    );
    return rows[0] ?? null;
  }

  async function withCounts(row: RunRow): Promise<Run> {
    const counts = await countsOf(row.owner, [row.id]);
    return runOf(row, counts, clock());
  }

  async function countsOf(owner: string, ids: readonly string[]) {
    const { rows } = await pool.query<OutcomeCount & { run: string }>(
      `select run, outcome, count(*)::int as count, (count(*) filter (where ${RETRYABLE}))::int as retryable
       from desk.journal where owner = $1 and run = any($2) group by run, outcome`,
      [owner, ids],
    );
    return rows;
  }

  /** A run; null if the owner has none with this id. */
  async function read(owner: string, id: string): Promise<Run | null> {
    const row = await rowOf(owner, id);
    return row && (await withCounts(row));
  }

  /** A page of an owner's runs, newest first; those that a text names, if there is one. */
  async function page(owner: string, q: string | null, before: string | null, limit: number) {
    const values = q ? [owner, q, wordsOf(q)] : [owner];
    const matches = q ? `owner = $1 and (${waysOf(q, '$2::text', '$3')})` : 'owner = $1';
    const counted = await pool.query<{ total: number }>(
      `select count(*)::int as total from desk.run where ${matches}`,
      values,
    );
    const place = `$${values.length + 1}::text`;
    const { rows } = await pool.query<RunRow>(
      `select ${RUN_COLUMNS} from desk.run where ${matches} and (${place} is null or place < ${place})
       order by place desc limit ${limit + 1}`,
      [...values, before],
    );
    const shown = rows.slice(0, limit);
    const ids = shown.map(({ id }) => id);
    const counts = await countsOf(owner, ids);
    return {
      runs: shown.map((row) =>
        runOf(
          row,
          counts.filter(({ run }) => run === row.id),
          clock(),
        ),
      ),
      next: rows.length > limit ? (shown.at(-1)?.place ?? null) : null,
      total: counted.rows[0]?.total ?? 0,
    };
  }

  /** A page of a run's lines after a line, optionally those with one outcome; null if there is no such run. */
  async function lines(
    owner: string,
    id: string,
    after: number,
    outcome: JournalOutcome | null,
    limit: number,
  ) {
    if (!(await rowOf(owner, id))) return null;
    const { rows } = await pool.query<LineRow>(
      `select ${LINE_COLUMNS} from desk.journal where owner = $1 and run = $2 and line > $3
       and ($4::text[] is null or outcome = any($4)) order by line limit $5`,
      [owner, id, after, outcome && outcomesLike(outcome), limit + 1],
    );
    const shown: RunLine[] = rows.slice(0, limit).map(lineOf);
    return { lines: shown, next: rows.length > limit ? (shown.at(-1)?.line ?? null) : null };
  }

  /** The lines of a run after a line, with their checks. */
  async function reportLines(owner: string, id: string, after: number, most: number): Promise<ReportLine[]> {
    const { rows } = await pool.query<LineRow & Pick<ReportLine, 'checks'>>(
      `select ${LINE_COLUMNS}, checks from desk.journal where owner = $1 and run = $2 and line > $3
       order by line limit $4`,
      [owner, id, after, most],
    );
    return rows.map((row) => ({ ...lineOf(row), checks: row.checks }));
  }

  return { rowOf, withCounts, read, page, lines, reportLines };
}

/** SQL: whether a run is what a text names: by an id that belongs to it, or by words of its reason, note and person's name. */
function waysOf(q: string, place: string, words: string): string {
  const uuid = uuidAt(q, place);
  return [
    `id = ${uuid}`,
    `approval = ${uuid}`,
    `actor->>'person' = ${place}`,
    `id = any(array${runsOfOrder(place)})`,
    `id = (select j.run from desk.journal j where j.owner = $1 and j.id = ${place})`,
    `id::text = any(array${requested('run', place)})`,
    holdWords(['who', 'reason', 'note'], words),
  ].join(' or ');
}
