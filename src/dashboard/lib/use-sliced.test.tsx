import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Superseded } from './slices.ts';
import { useSliced } from './use-sliced.ts';

interface Started {
  of: string;
  signal: AbortSignal;
  finish: (result: string) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
}

let started: Started[];
beforeEach(() => {
  started = [];
});

function work(of: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    started.push({
      of,
      signal,
      finish: (result) => act(async () => resolve(result)),
      fail: (error) => act(async () => reject(error)),
    });
  });
}

interface Props {
  source: string;
  question?: string;
  moving?: boolean;
  pauseMs?: number;
}

const follow = (first: Props) =>
  renderHook(
    ({ source, question = 'q', moving = true, pauseMs = 0 }: Props) =>
      useSliced(work, source, [question], { moving, pauseMs }),
    { initialProps: first },
  );

describe('a computation in slices', () => {
  test('says what its result is of, and whether that is what is asked', async () => {
    const { result } = follow({ source: 'a' });
    expect(result.current).toEqual({ result: undefined, of: undefined, busy: false, settled: false });
    await started[0]?.finish('A');
    expect(result.current).toEqual({ result: 'A', of: 'a', busy: false, settled: true });
    expect(started).toHaveLength(1);
  });

  test('is finished while more arrives, and followed by one of the newest', async () => {
    const { result, rerender } = follow({ source: 'a' });
    rerender({ source: 'ab' });
    rerender({ source: 'abc' });
    expect(started.map(({ of }) => of)).toEqual(['a']);
    await started[0]?.finish('A');
    expect(result.current).toMatchObject({ result: 'A', busy: false, settled: false });
    expect(started.map(({ of }) => of)).toEqual(['a', 'abc']);
    await started[1]?.finish('ABC');
    expect(result.current).toMatchObject({ result: 'ABC', of: 'abc', settled: true });
  });

  test('is replaced at once by one of another source that is complete', async () => {
    const { result, rerender } = follow({ source: 'a', moving: false });
    rerender({ source: 'b', moving: false });
    expect(started.map(({ of, signal }) => [of, signal.aborted])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    await started[0]?.finish('A');
    expect(result.current.result).toBeUndefined();
    await started[1]?.finish('B');
    expect(result.current.result).toBe('B');
  });

  test('is replaced at once by another question; the earlier result stays until then', async () => {
    const { result, rerender } = follow({ source: 'a' });
    await started[0]?.finish('A');
    rerender({ source: 'a', question: 'r' });
    rerender({ source: 'a', question: 's' });
    expect(started.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
    expect(result.current).toMatchObject({ result: 'A', busy: true, settled: false });
    await started[1]?.fail(new Superseded());
    await started[2]?.finish('S');
    expect(result.current).toMatchObject({ result: 'S', busy: false, settled: true });
  });

  test('waits between two results while more arrives, and no longer', async () => {
    vi.useFakeTimers();
    try {
      const { rerender } = follow({ source: 'a', pauseMs: 150 });
      await started[0]?.finish('A');
      rerender({ source: 'ab', pauseMs: 150 });
      await act(() => vi.advanceTimersByTimeAsync(149));
      expect(started).toHaveLength(1);
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(started.map(({ of }) => of)).toEqual(['a', 'ab']);
      await started[1]?.finish('AB');
      rerender({ source: 'abc', pauseMs: 150 });
      rerender({ source: 'abc', pauseMs: 150, moving: false });
      expect(started.map(({ of }) => of)).toEqual(['a', 'ab', 'abc']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('ends with its page', () => {
    const { unmount } = follow({ source: 'a' });
    unmount();
    expect(started[0]?.signal.aborted).toBe(true);
  });

  test('computes nothing without work, and takes the newest source once there is some', async () => {
    const { rerender } = renderHook(
      ({ source, on }: { source: string; on: boolean }) => useSliced(on ? work : null, source, []),
      { initialProps: { source: 'a', on: false } },
    );
    rerender({ source: 'b', on: false });
    rerender({ source: 'b', on: true });
    expect(started.map(({ of }) => of)).toEqual(['b']);
  });
});

describe('a computation over few rows', () => {
  function* sum(rows: readonly number[]) {
    let total = 0;
    for (const row of rows) {
      total += row;
      yield;
    }
    return total;
  }

  test('is there with the rendering, also when more arrive', () => {
    const { result, rerender } = renderHook(
      ({ rows }: { rows: readonly number[] }) => useSliced(sum, rows, ['q']),
      { initialProps: { rows: [1, 2] } },
    );
    expect(result.current).toEqual({ result: 3, of: [1, 2], busy: false, settled: true });
    rerender({ rows: [1, 2, 3] });
    expect(result.current).toEqual({ result: 6, of: [1, 2, 3], busy: false, settled: true });
  });

  test('answers another question in the same rendering', () => {
    const { result, rerender } = renderHook(
      ({ least }: { least: number }) =>
        useSliced(
          function* (rows: readonly number[]) {
            return yield* sum(rows.filter((row) => row >= least));
          },
          ROWS,
          [least],
        ),
      { initialProps: { least: 0 } },
    );
    expect(result.current.result).toBe(6);
    rerender({ least: 2 });
    expect(result.current).toMatchObject({ result: 5, busy: false, settled: true });
  });

  test('of many leaves the page its turn', async () => {
    const many = Array.from({ length: 501 }, () => 1);
    const { result } = renderHook(() => useSliced(sum, many, []));
    expect(result.current.result).toBeUndefined();
    await waitFor(() => expect(result.current.result).toBe(501));
  });
});

const ROWS = [1, 2, 3];

class Boundary extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }
  override render() {
    return this.state.message ? <p>Failed: {this.state.message}</p> : this.props.children;
  }
}

test('an error in the work reaches the page’s error boundary', async () => {
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Computing = () => <p>{useSliced(work, 'a', []).busy ? 'busy' : 'waiting'}</p>;
  render(
    <Boundary>
      <Computing />
    </Boundary>,
  );
  await started[0]?.fail(new Error('A fault in the sum'));
  expect(screen.getByText('Failed: A fault in the sum')).toBeVisible();
  silenced.mockRestore();
});
