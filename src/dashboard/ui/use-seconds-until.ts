import { useEffect, useState } from 'react';

/** The whole seconds until an instant by this browser's clock, counted down; 0 once it has passed or without one. */
export function useSecondsUntil(instant: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const isAhead = instant !== null && instant > now;
  useEffect(() => {
    if (!isAhead) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isAhead]);
  return instant === null ? 0 : Math.max(0, Math.ceil((instant - now) / 1_000));
}
