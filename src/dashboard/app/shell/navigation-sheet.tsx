import { useRef } from 'react';
import { Dialog } from '#dashboard/ui/dialog.tsx';
import { useWindowEvent } from '#dashboard/ui/use-window-event.ts';
import { Mark } from './mark.tsx';
import { Navigation } from './navigation.tsx';

/** The navigation on narrow screens: it comes in from the left, over the page. */
export function NavigationSheet(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const navigated = useRef(false);
  useWindowEvent('popstate', () => {
    navigated.current = true;
  });
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => {
        navigated.current = false;
        props.onOpenChange(open);
      }}
      title="Navigation"
      finalFocus={() => (navigated.current ? document.querySelector('h1') : null) ?? true}
      className="inset-y-0 left-0 flex w-72 max-w-[85vw] flex-col border-r bg-panel data-ending-style:-translate-x-4 data-starting-style:-translate-x-4"
      close="top-1.5 right-1.5"
    >
      <div className="flex h-14 items-center px-5">
        <Mark />
      </div>
      <Navigation
        onNavigate={() => {
          navigated.current = true;
          props.onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
