import '@testing-library/jest-dom/vitest';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { REPEAT_PAUSES_MS } from '#dashboard/api/http/api-error.ts';
import { patience } from '#dashboard/app/pages.tsx';
import { adoptSettings } from '#dashboard/lib/settings.ts';
import './plain-styles.ts';

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

// What is lost is repeated at a tenth of the pauses that a person has: a machine with two cores would mostly wait.
REPEAT_PAUSES_MS.splice(0, Infinity, 50, 150, 300);

// Inside an event of a test, a page that waits for its data would suspend for good.
patience.ms = 0;

// The files of a worker share its window and the dashboard's modules: each file begins signed out.
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
