import { type ComponentType, use } from 'react';

/**
 * A component in a chunk of its own. Once the chunk is there it renders at once; React's own `lazy` would wait
 * a turn and show the placeholder, and React holds back for 300 ms whatever follows a placeholder.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  let awaited: Promise<ComponentType<Props>> | undefined;

  let failed = false;

  async function preload(): Promise<void> {
    loaded = await load();
    if (failed) awaited = undefined;
  }

  function wait(): Promise<ComponentType<Props>> {
    const attempt = load();
    attempt.catch(() => {
      failed = true;
    });
    return attempt;
  }

  function Part(props: Props) {
    if (loaded === undefined) awaited ??= wait();
    // Whoever has waited goes on with the same promise: React takes a `use` that comes and goes for a mistake.
    const Loaded = awaited === undefined ? (loaded as ComponentType<Props>) : use(awaited);
    return <Loaded {...props} />;
  }

  return Object.assign(Part, { preload });
}
