import { type ComponentType, Suspense } from 'react';

const preloads = new Set<() => Promise<void>>();

/** Loads the code of every lazy part, nested ones included, because the server does not wait for any. */
export async function preloadLazyParts(): Promise<void> {
  // Iterating a set includes what is added meanwhile.
  for (const preload of preloads) await preload();
}

/**
 * A component in its own chunk. Once the chunk is loaded, it renders immediately. React's `lazy` would first show the
 * fallback for a tick, and React delays what follows a fallback by 300 ms. If the chunk can't be loaded, `otherwise`
 * is shown; without it, rendering throws.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  otherwise?: ComponentType<Props>,
) {
  let loaded: ComponentType<Props> | undefined;
  let failure: { cause: unknown } | undefined;
  let awaited: Promise<void> | undefined;

  async function preload(): Promise<void> {
    loaded = await (otherwise ? load().catch(() => otherwise) : load());
  }

  /** Loads it because it will soon be wanted. If that fails, it fails again when it is shown, and is reported there. */
  function approach(): void {
    preload().catch(() => {});
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

  /** The same where nothing else is to wait for it. */
  function Apart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  }

  return Object.assign(Part, { preload, approach, Apart });
}

/** A lazy part that leaves the rest of the page alone if its code can't be loaded: a sentence takes its place. */
export function lazyPanel<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyPart(load, CouldNotLoad);
}

function CouldNotLoad() {
  return (
    <span role="alert" className="text-table text-danger">
      This part of Pledge could not be loaded. Reload the page.
    </span>
  );
}
