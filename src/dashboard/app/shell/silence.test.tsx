import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetCalls, noteCall } from '#dashboard/api/http/call-log.ts';
import { Silence } from './late-overlays.tsx';

beforeEach(() => {
  forgetCalls();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const read = () => noteCall('GET', '/v1/api/member?page=1', {});

test('a service that does not answer is mentioned with the time it has been silent, and each new try', async () => {
  render(<Silence />);
  let call = read();
  await wait(8);
  expect(screen.queryByText(/No answer/)).toBeNull();
  await wait(4);
  expect(screen.getByText(/^No answer for 1[12] s$/)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('No answer yet.');
  await wait(8);
  act(() => call.failed(new DOMException('late', 'TimeoutError')));
  await wait(1);
  call = read();
  await wait(2);
  expect(screen.getByText(/^No answer for 2[23] s, trying again$/)).toBeVisible();
  act(() => call.answered(new Response('{}'), new ArrayBuffer(2)));
  await wait(1);
  expect(screen.queryByText(/No answer/)).toBeNull();
});

test('a write that takes long is not mentioned: its own page says how it goes', async () => {
  render(<Silence />);
  noteCall('POST', '/v1/api/credit/loan', {});
  await wait(30);
  expect(screen.queryByText(/No answer/)).toBeNull();
});
