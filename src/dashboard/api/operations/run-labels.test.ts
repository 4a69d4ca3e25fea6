import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunCounts } from '#contract/runs.ts';
import { endedLines, LINE_GROUPS, pauseReason } from './run-labels.ts';

test('the groups of a run add up to its total, and so do ended and open lines', () => {
  const count = fc.nat(50_000);
  fc.assert(
    fc.property(
      count,
      count,
      count,
      count,
      count,
      count,
      (done, refused, notSent, notDone, unknown, waiting) => {
        const total = done + refused + notSent + notDone + unknown + waiting;
        const counts: RunCounts = { total, done, refused, notSent, notDone, unknown, waiting };
        expect(LINE_GROUPS.reduce((sum, group) => sum + counts[group.count], 0)).toBe(total);
        expect(endedLines({ counts, finishedAt: null }) + unknown + waiting + notSent).toBe(total);
        const finished = { ...counts, total: total - waiting, waiting: 0 };
        expect(endedLines({ counts: finished, finishedAt: '2026-11-23T10:00:00.000Z' }) + notSent).toBe(
          finished.total,
        );
      },
    ),
  );
});

test('a pause names the person, or the refused token', () => {
  expect(pauseReason({ state: 'paused', pausedBy: 'Ada' })).toBe('Paused by Ada');
  expect(pauseReason({ state: 'paused', pausedBy: 'token' })).toBe('Paused by token');
  expect(pauseReason({ state: 'paused', pausedBy: null })).toBe(
    'Paused because the access token was refused',
  );
  expect(pauseReason({ state: 'running', pausedBy: null })).toBe('');
});
