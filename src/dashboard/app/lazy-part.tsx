import { type ComponentType, use } from 'react';

/**
 * A component in a chunk of its own. Once the chunk is there it renders at once; React's own `lazy` would wait
 * a turn and show the placeholder, and React holds back for 300 ms whatever follows a placeholder.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  let awaited: Promise<ComponentType<Props>> | undefined;

  async function preload(): Promise<void> {
    loaded = await load();
  }

  function Part(props: Props) {
    if (loaded === undefined) awaited ??= load();
    const Loaded = loaded ?? use(awaited as Promise<ComponentType<Props>>);
    return <Loaded {...props} />;
  }

  return Object.assign(Part, { preload });
}
