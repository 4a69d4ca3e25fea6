import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// A page that settles as fast as the machine lets it: only a test that fails waits for this long.
configure({ asyncUtilTimeout: 10_000 });

// What jsdom has no notion of: it lays nothing out.
window.matchMedia = (query) =>
  ({
    matches: query === '(min-width: 48rem)',
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};

/** A test that makes noise in the console fails: the noise is a defect. */
const noise = vi.fn();
beforeEach(() => {
  noise.mockClear();
  vi.spyOn(console, 'error').mockImplementation(noise);
  vi.spyOn(console, 'warn').mockImplementation(noise);
});
afterEach(() => {
  cleanup();
  expect(noise.mock.calls).toEqual([]);
});
