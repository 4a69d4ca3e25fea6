import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { forgetCalls, noteCall } from '#dashboard/api/http/call-log.ts';
import { WrongClock } from './wrong-clock.tsx';

const HOUR = 3_600_000;

beforeEach(forgetCalls);

/** An answer that a server gave so many milliseconds ago, or will give. */
const answered = (ago: number) =>
  act(() => {
    const headers = { date: new Date(Date.now() - ago).toUTCString() };
    noteCall('GET', '/desk/views', {}).answered(new Response('{}', { headers }), new ArrayBuffer(2));
  });

test.each([
  [50 * HOUR, '2 days ahead'],
  [-3 * HOUR, '3 hours behind'],
  [-10 * 60_000, 'less than an hour behind'],
])('a clock that is off by %i ms is said to be %s, until it is set', (ago, text) => {
  render(<WrongClock />);
  answered(ago);
  expect(screen.getByText(`This device’s clock is ${text}`)).toBeVisible();
  answered(0);
  expect(screen.queryByRole('status')).toBeNull();
});

test('a clock that is off by a minute, or an answer without a time, is not mentioned', () => {
  render(<WrongClock />);
  answered(60_000);
  act(() => noteCall('GET', '/desk/views', {}).answered(new Response('{}'), new ArrayBuffer(2)));
  expect(screen.queryByRole('status')).toBeNull();
});
