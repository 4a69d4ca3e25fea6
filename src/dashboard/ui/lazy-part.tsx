import type { ComponentType } from 'react';

const preloads = new Set<() => Promise<void>>();

/** Fetches the code of every lazy part, those that come with others included: the server waits for none. */
export async function preloadLazyParts(): Promise<void> {
  // A set goes on to what is added meanwhile.
  for (const preload of preloads) await preload();
}

/**
 * A component in a chunk of its own. Once the chunk is there it renders at once; React's own `lazy` would wait
 * a turn and show the placeholder, and React holds back for 300 ms whatever follows a placeholder.
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
