import { afterEach, vi } from 'vitest';

// The files of a worker share its globals: what a test put in place of one is not there for the next, nor when the next
// file begins.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
