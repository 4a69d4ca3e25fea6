import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component whose code is loaded after the page has been shown. Unlike with a lazy part, nothing waits for it: it
 * renders nothing until its code is there, and stays empty if the code can't be loaded.
 */
export function latePart(load: () => Promise<ComponentType>) {
  return function LatePart() {
    const [Part, setPart] = useState<ComponentType | null>(null);
    useEffect(() => {
      let gone = false;
      // React may run effects before the page is painted; this waits until after.
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
