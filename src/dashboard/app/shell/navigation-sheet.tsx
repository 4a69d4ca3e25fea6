import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#dashboard/ui/button.tsx';
import { Mark } from './mark.tsx';
import { Navigation } from './navigation.tsx';

interface NavigationSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The navigation on narrow screens: it comes in from the left, over the page. */
export function NavigationSheet({ open, onOpenChange }: NavigationSheetProps) {
  const navigated = useRef(false);
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open={open} onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Dialog.Popup
            // Without having gone anywhere, the focus goes back to what had it before.
            finalFocus={() => (navigated.current && document.querySelector('h1')) || true}
            className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col border-hairline border-r bg-panel shadow-float transition-[opacity,transform] data-ending-style:-translate-x-4 data-ending-style:opacity-0 data-starting-style:-translate-x-4 data-starting-style:opacity-0"
          >
            <Dialog.Title className="sr-only">Navigation</Dialog.Title>
            <div className="flex h-14 items-center px-5">
              <Mark />
            </div>
            <Navigation
              onNavigate={() => {
                navigated.current = true;
                onOpenChange(false);
              }}
            />
            <Dialog.Close
              render={<IconButton label="Close" icon={<X size={18} aria-hidden />} />}
              className="absolute top-1.5 right-1.5"
            />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}
