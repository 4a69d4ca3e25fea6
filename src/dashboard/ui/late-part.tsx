import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component whose code comes once the page stands. Unlike a lazy part nothing ever waits for it: it is nothing
 * until it is there, and where it can't be had, the page does without it.
 */
export function latePart(load: () => Promise<ComponentType>) {
  return function LatePart() {
    const [Part, setPart] = useState<ComponentType | null>(null);
    useEffect(() => {
      let gone = false;
      // Not before the page is painted, which React's effects may be.
      const timer = setTimeout(() => {
        load().then(
          (loaded) => gone || setPart(() => loaded),
          () => {},
        );
      });
      return () => {
        gone = true;
        clearTimeout(timer);
      };
    }, []);
    return Part && <Part />;
  };
}
