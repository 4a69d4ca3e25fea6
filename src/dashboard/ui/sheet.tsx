import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';

interface SheetProps {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The element that gets the focus when it closes; null: the one that had it before. */
  finalFocus: () => HTMLElement | null;
  children: ReactNode;
}

/** A panel that comes in from the left, over the page. */
export function Sheet({ title, open, onOpenChange, finalFocus, children }: SheetProps) {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={onOpenChange}>
        <Base.Portal>
          <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Base.Popup
            finalFocus={() => finalFocus() ?? true}
            className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col border-hairline border-r bg-panel shadow-float transition-[opacity,transform] data-ending-style:-translate-x-4 data-ending-style:opacity-0 data-starting-style:-translate-x-4 data-starting-style:opacity-0"
          >
            <Base.Title className="sr-only">{title}</Base.Title>
            {children}
            <Base.Close
              render={<IconButton label="Close" icon={<X size={18} aria-hidden />} />}
              className="absolute top-1.5 right-1.5"
            />
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
