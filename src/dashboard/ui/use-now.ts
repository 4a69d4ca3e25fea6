import { useEffect, useState } from 'react';

/** The time, moving on every minute or as often as given; null for not at all. */
export function useNow(everyMs: number | null = 60_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
