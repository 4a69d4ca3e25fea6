import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and while a browser takes over what the server rendered; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
