import { useEffect, useEffectEvent } from 'react';

/** Listens to events of the whole document while the component is there. The `types` are the same at every rendering. */
export function useDocumentEvent<Type extends keyof DocumentEventMap>(
  types: readonly Type[],
  listen: (event: DocumentEventMap[Type]) => void,
): void {
  const hear = useEffectEvent(listen);
  useEffect(() => {
    const stop = new AbortController();
    for (const type of types)
      document.addEventListener(type, (event) => hear(event), { signal: stop.signal });
    return () => stop.abort();
  }, [types]);
}
