import type { ComponentType } from 'react';

const preloads = new Set<() => Promise<void>>();

/** Loads the code of every lazy part, nested ones included, because the server does not wait for any. */
export async function preloadLazyParts(): Promise<void> {
  // Iterating a set includes what is added meanwhile.
  for (const preload of preloads) await preload();
}

/**
 * A component in its own chunk. Once the chunk is loaded, it renders immediately. React's `lazy` would first show the
 * fallback for a tick, and React delays what follows a fallback by 300 ms.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  let failure: { cause: unknown } | undefined;
  let awaited: Promise<void> | undefined;

  async function preload(): Promise<void> {
    loaded = await load();
  }

  preloads.add(preload);

  function Part(props: Props) {
    const Loaded = loaded;
    if (Loaded) return <Loaded {...props} />;
    if (failure) throw failure.cause;
    awaited ??= preload().catch((cause: unknown) => {
      failure = { cause };
    });
    // Thrown, as React's own `lazy` does: `use` would be called by one rendering and not by the next.
    throw awaited;
  }

  return Object.assign(Part, { preload });
}
