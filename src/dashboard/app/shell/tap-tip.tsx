import { useRef, useState } from 'react';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { useWindowEvent } from '#dashboard/ui/use-window-event.ts';

const Popover = lazyPanel(() => import('#dashboard/ui/popover.tsx').then((module) => module.Popover));

/** A tap on these does something else. */
const PRESSED = ':is(a, button, label, input, select, textarea, summary):not([aria-disabled=true])';

const TAPS = ['click'] as const;

/** Shows on a tap what a pointer would see on hover: the `title` of the element. */
export function TapTip() {
  const [tip, setTip] = useState<string | null>(null);
  const anchor = useRef<HTMLElement>(null);
  useWindowEvent(TAPS, (event) => {
    if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return;
    const target = event.target instanceof Element ? event.target : null;
    const titled = target?.closest<HTMLElement>('[title]');
    if (!titled?.title || target?.closest(PRESSED)) return;
    anchor.current = titled;
    setTip(titled.title);
  });
  if (tip === null) return null;
  return (
    <Popover.Apart key={tip} label="Explanation" anchor={anchor} onClose={() => setTip(null)}>
      <p className="p-2 wrap-anywhere">{tip}</p>
    </Popover.Apart>
  );
}
