import type { Keep } from '#dashboard/lib/cancel-keep.ts';
import {
  type Counts,
  countStates,
  type RunHead,
  type RunRow,
  readRow,
  recovered,
} from '#dashboard/lib/cancel-run.ts';

/** A run's head and rows: as this tab has them, and as the browser keeps them. */
export interface RunBook {
  readonly head: RunHead | null;
  readonly rows: readonly RunRow[];
  readonly counts: Counts;
  /** The rows as they stand: the same array until one of them is another. */
  shown(): readonly RunRow[];
  set(at: number, row: RunRow): void;
  /** Resolves once the row is kept as it stands here; throws where it can't be. */
  keepRow(at: number, row: RunRow, surely?: boolean): Promise<void>;
  setHead(head: RunHead | null): void;
  /** Changes rows by one rule; resolves once those that are others are kept. Throws where they can't be. */
  change(rule: (row: RunRow, at: number) => RunRow): Promise<void>;
  /** Makes a new run the one that is kept. Throws where it can't be. */
  begin(head: RunHead, rows: RunRow[]): Promise<void>;
  /**
   * Reads what is kept; true where it was under way when its page went away. Where it is no longer wanted once it is
   * there, nothing is changed.
   */
  load(isWanted?: () => boolean): Promise<boolean>;
  /** Takes over what another tab tells of its run. */
  follow(head: RunHead | null, counts: Counts): void;
  forget(): Promise<void>;
}

/** The book of a session holder; `onChange` is called whenever a row or the head is another. */
export function createRunBook(keep: Keep, holder: string, onChange: () => void): RunBook {
  const mine = `${holder}|`;
  const headKey = `${mine}head`;
  const rowPrefix = `${mine}row|`;
  const rowKey = (place: number) => rowPrefix + String(place).padStart(6, '0');
  let head: RunHead | null = null;
  let rows: RunRow[] = [];
  let counts = countStates(rows);
  let shown: readonly RunRow[] = rows;
  let changed = false;

  const replace = (nextHead: RunHead | null, nextRows: RunRow[]) => {
    head = nextHead;
    rows = nextRows;
    counts = countStates(rows);
    changed = true;
  };
  const set = (at: number, row: RunRow) => {
    const before = rows[at];
    if (before) counts[before.state] -= 1;
    counts[row.state] += 1;
    rows[at] = row;
    changed = true;
    onChange();
  };
  return {
    get head() {
      return head;
    },
    get rows() {
      return rows;
    },
    get counts() {
      return counts;
    },
    shown() {
      if (changed) shown = rows.slice();
      changed = false;
      return shown;
    },
    set,
    keepRow: async (at, row, surely) => await keep.put([[rowKey(at), row]], surely),
    setHead(next) {
      head = next;
      // What can't be kept of the head is made good by the rows: they say what was sent.
      if (head) keep.put([[headKey, head]], true).catch(() => {});
    },
    async change(rule) {
      const changes: (readonly [string, RunRow])[] = [];
      for (const [at, row] of rows.entries()) {
        const next = rule(row, at);
        if (next === row) continue;
        set(at, next);
        changes.push([rowKey(at), next]);
      }
      await keep.put(changes, true);
    },
    async begin(nextHead, nextRows) {
      replace(nextHead, nextRows);
      try {
        await keep.remove(mine);
        const entries = nextRows.map((row, index) => [rowKey(index), row] as const);
        await keep.put(entries, true);
        await keep.put([[headKey, nextHead]], true);
      } catch (error) {
        replace(null, []);
        throw error;
      }
    },
    async load(isWanted = () => true) {
      const found = await keep.read(mine).catch(() => new Map<string, unknown>());
      if (!isWanted()) return false;
      const known = found.get(headKey) as RunHead | undefined;
      const kept = [...found].filter(([key]) => key.startsWith(rowPrefix)).map(([, value]) => readRow(value));
      if (known === undefined || kept.length !== known.total || kept.includes(null)) {
        // A run that was not yet written down whole had sent nothing.
        replace(null, []);
        return false;
      }
      const interrupted = known.phase === 'running' || known.phase === 'grace';
      replace(interrupted ? { ...known, phase: 'paused' } : known, (kept as RunRow[]).map(recovered));
      return interrupted;
    },
    follow(nextHead, nextCounts) {
      head = nextHead;
      counts = nextCounts;
    },
    async forget() {
      replace(null, []);
      await keep.remove(mine).catch(() => {});
    },
  };
}
