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

/** Values kept in this browser, apart for each session holder; of more than `most` holders the first go. */
export function perHolder<Value>(
  key: string,
  read: (value: unknown) => Value | undefined,
  most = Number.POSITIVE_INFINITY,
) {
  const all = (): Map<string, Value> => {
    const entries = readStored(key);
    const values = new Map<string, Value>();
    for (const entry of Array.isArray(entries) ? entries : []) {
      const value = Array.isArray(entry) && typeof entry[0] === 'string' ? read(entry[1]) : undefined;
      if (value !== undefined) values.set(entry[0], value);
    }
    return values;
  };
  return {
    of: (holder: string) => all().get(holder),
    /** Keeps a holder's value as the last; without one, removes it. False if the browser refuses. */
    put(holder: string, value: Value | undefined): boolean {
      const values = all();
      values.delete(holder);
      if (value !== undefined) values.set(holder, value);
      return store(key, [...values].slice(-most));
    },
  };
}

/** Whether a value is an instant in milliseconds since 1970 that a date can have. */
export function isInstant(value: unknown): value is number {
  return Number.isFinite(value) && Math.abs(value as number) < 8.64e15;
}
