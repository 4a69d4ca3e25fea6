import { useSyncExternalStore } from 'react';
import { WIDE } from '#dashboard/lib/reader.ts';
import { rendering } from '#dashboard/lib/rendering.ts';

/** Whether a media query holds, as it changes. The server knows of one alone. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
    () => query === WIDE && (rendering()?.reader.wide ?? window.matchMedia(WIDE).matches),
  );
}
