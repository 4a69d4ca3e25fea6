import { Activity, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Behind } from '#dashboard/ui/behind.ts';
import { layOut } from './in-view.ts';

interface PagePlaceProps {
  address: string;
  inView: boolean;
  children: ReactNode;
}

/**
 * Where one page stands: in view, or made ready behind it, where nobody sees, hears or reaches it. `data-page` says
 * which, and is exchanged ahead of React; `data-stands`, which costs a new layout and paint, follows with React. A
 * place is a layer of its own with an opaque ground, so that only its opacity is another when it comes into view.
 */
export function PagePlace({ address, inView, children }: PagePlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (inView || !place.current ? undefined : paintWhenIdle(place.current)), [inView]);
  return (
    <div
      ref={place}
      data-page={inView ? 'in-view' : 'ready'}
      data-address={inView ? undefined : address}
      data-stands={inView ? 'in-flow' : 'behind'}
      aria-hidden={inView ? undefined : true}
      className="z-0 flow-root w-full bg-page will-change-[opacity] data-[page=ready]:-z-10 data-[page=ready]:opacity-0 data-[stands=behind]:absolute data-[stands=behind]:inset-x-0 data-[stands=behind]:top-0 data-[stands=behind]:max-h-full data-[stands=behind]:overflow-clip desk:h-full print:h-auto print:data-[page=ready]:hidden"
    >
      <Behind value={!inView}>
        <Activity mode={inView ? 'visible' : 'hidden'}>{children}</Activity>
      </Behind>
    </div>
  );
}

/**
 * React hides a page by `display: none`, and the browser then styles, lays out and paints it when it is shown, which
 * takes it longer than React took. Here that is done beforehand, behind the page in view. Returns how to call it off.
 */
function paintWhenIdle(place: HTMLElement): () => void {
  if (!window.requestIdleCallback) return () => {};
  const show = () => layOut(place);
  let call = requestIdleCallback(show);
  // Whatever changes in a page out of sight, React hides it anew.
  const observer = new MutationObserver(() => {
    cancelIdleCallback(call);
    call = requestIdleCallback(show);
  });
  observer.observe(place, { childList: true, subtree: true, attributeFilter: ['style'] });
  // What is painted can be reached by Tab and found by the browser's search, but for this.
  const guard = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Tab' || /^F\d/.test(key) || ctrlKey || metaKey) place.style.contentVisibility = 'hidden';
  };
  addEventListener('keydown', guard, { capture: true });
  return () => {
    observer.disconnect();
    cancelIdleCallback(call);
    removeEventListener('keydown', guard, { capture: true });
    place.style.contentVisibility = '';
  };
}
