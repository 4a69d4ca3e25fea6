import type { ReactNode, RefObject } from 'react';
import { Dialog, middleClass } from './dialog.tsx';

interface TaskDialogProps {
  title: string;
  description: string;
  /** What opened it, and where the focus goes when it closes; without it, to what had the focus before. */
  opener?: RefObject<HTMLElement | null>;
  /** What has the focus first; without it, the first that can have it. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Undefined while it must not close: something is under way, or it has to be answered. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/** A dialog that Escape closes, if it may close. A bottom sheet on a phone. */
export function TaskDialog({ opener, onClose, children, ...props }: TaskDialogProps) {
  return (
    <Dialog
      open
      disablePointerDismissal
      onOpenChange={(open) => !open && onClose?.()}
      finalFocus={opener}
      className={`${middleClass} w-full md:max-w-md`}
      {...props}
    >
      {children}
    </Dialog>
  );
}
