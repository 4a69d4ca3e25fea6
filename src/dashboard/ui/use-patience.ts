import { useDebounced } from '#dashboard/lib/use-debounced.ts';

/** Whether it is too early to show a part of what is loading: what arrives within a second appears as a whole. */
export function usePatience(): boolean {
  return useDebounced(false, 1_000, true);
}
