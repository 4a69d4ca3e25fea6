import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LoadOptions, type LoadProgress, loadPages } from './load-pages.ts';
import type { LoadedPage } from './loaded-page.ts';

interface Row {
  id: string;
}

const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: `r${index}` }));

function harness(
  pageOf: (page: number, limit: number, ask: number) => LoadedPage<Row> | Error,
  options: Partial<LoadOptions<Row>> = {},
) {
  const seen: LoadProgress[] = [];
  const asked: number[] = [];
  const load = loadPages<Row>({
    async fetchPage(page, limit) {
      asked.push(page);
      await Promise.resolve();
      const answer = pageOf(page, limit, asked.filter((one) => one === page).length);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    idOf: (row) => row.id,
    judge: () => ({ again: true }),
    limit: 10,
    sleep: async () => {},
    ...options,
    onProgress: (progress) => {
      seen.push(progress);
      options.onProgress?.(progress);
    },
  });
  return { load, asked, last: () => seen.at(-1) as LoadProgress, seen };
}

function slice(list: readonly Row[], page: number, limit: number, total?: number | null): LoadedPage<Row> {
  return {
    rows: list.slice((page - 1) * limit, page * limit),
    unreadable: 0,
    page,
    limit,
    total: total === null ? undefined : (total ?? list.length),
  };
}

describe('loading every page', () => {
  it('brings every row once and says complete, for a list of any length', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 180 }), fc.boolean(), async (count, saysTotal) => {
        const list = rowsOf(count);
        const { load, last } = harness((page, limit) =>
          slice(list, page, limit, saysTotal ? undefined : null),
        );
        await load.done;
        expect(load.rows()).toEqual(list);
        expect(last()).toMatchObject({ state: 'complete', loaded: count, failedPages: 0, doubt: 'none' });
      }),
      { numRuns: 60 },
    );
  });

  it('misses nothing and counts nothing twice while the list grows under it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 }), fc.nat({ max: 25 }), async (count, grows) => {
        let list = rowsOf(count);
        let left = grows;
        const { load, last } = harness((page, limit) => {
          if (left > 0) list = [{ id: `new${left--}` }, ...list];
          return slice(list, page, limit);
        });
        await load.done;
        const rows = load.rows();
        expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
        expect(rows.length).toBe(last().loaded);
        if (left === 0) expect(last().state).toBe('complete');
        if (last().state === 'complete') expect(rows).toEqual(list);
        else expect(last().state).toBe('partial');
      }),
      { numRuns: 80 },
    );
  });

  it('ends on a service that answers every page with the first one', async () => {
    const list = rowsOf(95);
    const silent = harness((_, limit) => ({ ...slice(list, 1, limit), page: undefined }));
    await silent.load.done;
    expect(silent.last()).toMatchObject({ state: 'partial', doubt: 'repeats', loaded: 10 });
    expect(silent.asked.length).toBeLessThan(12);

    const echoing = harness((_, limit) => slice(list, 1, limit));
    await echoing.load.done;
    expect(echoing.last()).toMatchObject({ state: 'partial', doubt: 'paging', loaded: 10 });
  });

  it('ends on a service that never runs out', async () => {
    const { load, last, asked } = harness((page, limit) => ({
      rows: rowsOf(limit),
      unreadable: 0,
      page,
      limit,
      total: undefined,
    }));
    await load.done;
    expect(last()).toMatchObject({ state: 'partial', doubt: 'repeats', loaded: 10 });
    expect(asked.length).toBeLessThan(4);
  });

  it('keeps what came when a page fails in the middle, is partial, and whole after a retry', async () => {
    const list = rowsOf(95);
    let broken = true;
    const { load, last } = harness((page, limit) =>
      page === 5 && broken ? new Error('no') : slice(list, page, limit),
    );
    await load.done;
    expect(last()).toMatchObject({ state: 'partial', loaded: 85, total: 95, failedPages: 1 });
    expect(last().error).toBeInstanceOf(Error);
    broken = false;
    load.retry();
    await load.done;
    expect(last()).toMatchObject({ state: 'complete', loaded: 95, failedPages: 0, error: undefined });
    expect(load.rows()).toEqual(list);
  });

  it('fails as a whole when not even the first page comes, and can be tried again', async () => {
    let broken = true;
    const { load, last, asked } = harness((page, limit) =>
      broken ? new Error('no') : slice(rowsOf(30), page, limit),
    );
    await load.done;
    expect(last()).toMatchObject({ state: 'partial', loaded: 0, failedPages: 1 });
    expect(new Set(asked)).toEqual(new Set([1]));
    broken = false;
    load.retry();
    await load.done;
    expect(last()).toMatchObject({ state: 'complete', loaded: 30 });
  });

  it('stops where it is, and goes on from there', async () => {
    const list = rowsOf(200);
    let stops = 1;
    const test = harness((page, limit) => slice(list, page, limit), {
      onProgress: (progress) => {
        if (progress.loaded === 50 && stops-- > 0) test.load.stop();
      },
    });
    await test.load.done;
    expect(test.last()).toMatchObject({ state: 'stopped', loaded: 50, total: 200 });
    test.load.retry();
    await test.load.done;
    expect(test.last()).toMatchObject({ state: 'complete', loaded: 200 });
    expect(test.load.rows()).toEqual(list);
  });

  it('goes on after a pause when it is tried again', async () => {
    const { load, last } = harness((page, limit) => slice(rowsOf(60), page, limit));
    load.pause();
    expect(last().state).toBe('paused');
    load.retry();
    await load.done;
    expect(last()).toMatchObject({ state: 'complete', loaded: 60 });
  });

  it('counts what could not be read towards the whole', async () => {
    const list = rowsOf(25);
    const { load, last } = harness((page, limit) => {
      const answer = slice(list, page, limit);
      return page === 2 ? { ...answer, rows: answer.rows.slice(1), unreadable: 1 } : answer;
    });
    await load.done;
    expect(last()).toMatchObject({ state: 'complete', loaded: 24, unreadable: 1, total: 25 });
  });
});
