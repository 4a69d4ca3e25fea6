import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';

interface TaskDialogProps {
  title: string;
  description: string;
  /** What opened it, and where the focus goes when it closes; without it, to what had the focus before. */
  opener?: RefObject<HTMLElement | null>;
  /** Undefined while it must not close: something is under way, or it has to be answered. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/** A dialog that Escape closes, if it may close. A bottom sheet on a phone. */
export function TaskDialog({ title, description, opener, onClose, children }: TaskDialogProps) {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open disablePointerDismissal onOpenChange={(open) => !open && onClose?.()}>
        <Base.Portal>
          <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
          <Base.Popup
            finalFocus={opener}
            className="fixed z-50 max-h-[calc(100dvh-2rem)] w-full overflow-y-auto border-hairline bg-raised p-6 shadow-float transition-[opacity,transform] data-starting-style:opacity-0 max-md:inset-x-0 max-md:bottom-0 max-md:rounded-t-dialog max-md:border-t md:top-1/2 md:left-1/2 md:max-w-md md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-dialog md:border"
          >
            <Base.Title className="font-semibold text-section">{title}</Base.Title>
            <Base.Description className="mt-1 mb-4 text-muted">{description}</Base.Description>
            {children}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
