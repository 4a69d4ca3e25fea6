import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useTyped } from './use-typed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function field() {
  const tell = vi.fn<(text: string) => void>();
  const { result, rerender } = renderHook(({ text }) => useTyped(text, tell), { initialProps: { text: '' } });
  return {
    tell,
    typed: () => result.current.typed,
    type: (text: string) => act(() => result.current.setTyped(text)),
    send: () => act(() => result.current.send()),
    rest: () => act(() => void vi.advanceTimersByTime(1_000)),
    comesBack: (text: string) => rerender({ text }),
  };
}

describe('a text that is typed', () => {
  test('is told once: when the typing rests, and not again at Enter', () => {
    const { tell, type, rest, send } = field();
    type('a');
    type('ab');
    expect(tell).not.toHaveBeenCalled();
    rest();
    send();
    rest();
    expect(tell.mock.calls).toEqual([['ab']]);
  });

  test('stays when what was told before comes back late', () => {
    const { tell, typed, type, rest, comesBack } = field();
    type('ab');
    rest();
    type('abc');
    rest();
    type('abcd');
    comesBack('ab');
    expect(typed()).toBe('abcd');
    comesBack('abc');
    expect(typed()).toBe('abcd');
    rest();
    expect(tell.mock.calls).toEqual([['ab'], ['abc'], ['abcd']]);
  });

  test('gives way to a text from elsewhere, and is told when it is typed again', () => {
    const { tell, typed, type, rest, comesBack } = field();
    type('ab');
    rest();
    comesBack('ab');
    comesBack('');
    expect(typed()).toBe('');
    type('ab');
    rest();
    expect(tell.mock.calls).toEqual([['ab'], ['ab']]);
  });
});
