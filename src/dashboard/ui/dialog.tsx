import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';

const backdrop =
  'fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';

const moving = 'transition-[opacity,transform] data-ending-style:opacity-0 data-starting-style:opacity-0';

interface DialogProps {
  title: string;
  description: string;
  children: ReactNode;
}

/** A dialog that has to be answered: neither Escape nor a press outside closes it. A bottom sheet on a phone. */
export function Dialog({ title, description, children }: DialogProps) {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open disablePointerDismissal>
        <Base.Portal>
          <Base.Backdrop className={backdrop} />
          <Base.Popup
            className={`fixed z-50 max-h-[calc(100dvh-2rem)] w-full overflow-y-auto border-hairline bg-raised p-6 shadow-float max-md:inset-x-0 max-md:bottom-0 max-md:rounded-t-dialog max-md:border-t md:top-1/2 md:left-1/2 md:max-w-md md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-dialog md:border ${moving}`}
          >
            <Base.Title className="font-semibold text-section">{title}</Base.Title>
            <Base.Description className="mt-1 mb-5 text-muted">{description}</Base.Description>
            {children}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

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
          <Base.Backdrop className={backdrop} />
          <Base.Popup
            finalFocus={() => finalFocus() ?? true}
            className={`fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col border-hairline border-r bg-panel shadow-float data-ending-style:-translate-x-4 data-starting-style:-translate-x-4 ${moving}`}
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
