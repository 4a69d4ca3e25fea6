import { createContext, use, useEffect, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** When the server rendered the page, in milliseconds since 1970; null if it did not. */
export const RenderedAt = createContext<number | null>(null);

/** The time, moving on every minute or as often as given; null for not at all. */
export function useNow(everyMs: number | null = 60_000): number {
  const renderedAt = use(RenderedAt);
  const isHydrated = useHydrated();
  // The first rendering in a browser repeats the server's.
  const [now, setNow] = useState(() => (isHydrated ? null : renderedAt) ?? Date.now());
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
