import { Activity, type ReactNode, useLayoutEffect, useRef } from 'react';
import { isLaidOut } from './in-view.ts';

interface PagePlaceProps {
  address: string;
  inView: boolean;
  children: ReactNode;
}

/** Where one page stands: in view, or made ready beside it, where nobody sees, hears or reaches it. */
export function PagePlace({ address, inView, children }: PagePlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (inView || !place.current ? undefined : layOutWhenIdle(place.current)), [inView]);
  return (
    <div
      ref={place}
      data-page={inView ? 'in-view' : 'ready'}
      data-address={inView ? undefined : address}
      className="flow-root w-full data-[page=ready]:absolute data-[page=ready]:top-0 data-[page=ready]:right-full data-[page=ready]:[content-visibility:hidden] desk:h-full print:h-auto"
    >
      <Activity mode={inView ? 'visible' : 'hidden'}>{children}</Activity>
    </div>
  );
}

/**
 * React hides a page by `display: none`, and the browser then styles and lays it out when it is shown, which takes
 * it longer than React took. Here that is done beforehand: the place around it hides it just as well, by a style
 * that keeps what is laid out. Returns how to call it off.
 */
function layOutWhenIdle(place: HTMLElement): () => void {
  if (!window.requestIdleCallback || !CSS.supports('content-visibility', 'hidden')) return () => {};
  const layOut = () => {
    for (const page of place.children) if (page instanceof HTMLElement) page.style.removeProperty('display');
    place.style.setProperty('content-visibility', 'visible');
    place.getBoundingClientRect();
    place.style.removeProperty('content-visibility');
  };
  let call = requestIdleCallback(layOut);
  // Whatever changes in a page out of sight, React hides it anew.
  const observer = new MutationObserver(() => {
    if (isLaidOut(place)) return;
    cancelIdleCallback(call);
    call = requestIdleCallback(layOut);
  });
  observer.observe(place, { childList: true, subtree: true, attributeFilter: ['style'] });
  return () => {
    observer.disconnect();
    cancelIdleCallback(call);
  };
}
