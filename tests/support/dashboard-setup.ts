import '@testing-library/jest-dom/vitest';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { adoptSettings } from '#dashboard/lib/settings.ts';

configure({
  // A page that settles as fast as the machine lets it: only a test that fails waits for this long.
  asyncUtilTimeout: 10_000,
  // An error comes without the document: a waiting test would write it out at every try. `screen.debug()` shows it.
  getElementError: (message) => new Error(message ?? ''),
});

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

// The files of a worker share its window and the dashboard's modules: each file begins with nobody signed in.
beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  adoptSettings(undefined);
  onlineManager.setOnline(true);
});

/** A test that makes noise in the console fails: the noise is a defect. */
const noise = vi.fn();
beforeEach(() => {
  noise.mockClear();
  vi.spyOn(console, 'error').mockImplementation(noise);
  vi.spyOn(console, 'warn').mockImplementation(noise);
});
afterEach(() => {
  // A heading that goes with the focus on it gives it to the next, which would be that of the next test.
  document.querySelector('h1')?.blur();
  cleanup();
  expect(noise.mock.calls).toEqual([]);
});
