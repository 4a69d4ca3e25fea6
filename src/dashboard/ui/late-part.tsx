import { type ComponentType, useEffect, useState } from 'react';

let tellShown = () => {};
const firstPageShown = new Promise<void>((resolve) => {
  tellShown = resolve;
});

/** As a ref: the part of the document that holds the page. Once it is hydrated, late parts are loaded. */
export function pageShown(): void {
  tellShown();
}

/**
 * A component whose code is loaded after the first page has been hydrated: what it fetches may be on the page, too, and
 * would then differ from what the server rendered. Unlike with a lazy part, nothing waits for it: it renders nothing until
 * its code is there, and stays empty if the code can't be loaded.
 */
export function latePart(load: () => Promise<ComponentType>) {
  return function LatePart() {
    const [Part, setPart] = useState<ComponentType | null>(null);
    useEffect(() => {
      const show = async () => {
        await firstPageShown;
        // React may run effects before the page is painted; this waits until after.
        await new Promise((resolve) => setTimeout(resolve));
        const loaded = await load();
        setPart(() => loaded);
      };
      show().catch(() => {});
    }, []);
    return Part && <Part />;
  };
}
