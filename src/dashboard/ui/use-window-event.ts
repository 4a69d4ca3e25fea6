import { useEffect, useEffectEvent } from 'react';

/** Listens to events that reach the window while the component is there. The `types` are the same at every rendering. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  types: Type | readonly Type[],
  listen: (event: WindowEventMap[Type]) => void,
): void {
  const hear = useEffectEvent(listen);
  useEffect(() => {
    const stop = new AbortController();
    for (const type of typeof types === 'string' ? [types] : types)
      window.addEventListener(type, (event) => hear(event), { signal: stop.signal });
    return () => stop.abort();
  }, [types]);
}
