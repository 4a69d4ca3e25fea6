import { rendering } from './rendering.ts';

type Area = 'localStorage' | 'sessionStorage';

/** What this browser keeps under a key, as JSON; null if nothing, and on the server. */
export function readStored(key: string, area: Area = 'localStorage'): unknown {
  if (rendering()) return null;
  try {
    return JSON.parse(globalThis[area].getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export function store(key: string, value: unknown, area: Area = 'localStorage'): boolean {
  try {
    globalThis[area].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forgetStored(key: string): void {
  try {
    globalThis.localStorage.removeItem(key);
  } catch {
    // A browser that refuses its storage keeps nothing there.
  }
}
