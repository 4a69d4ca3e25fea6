import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from './button.tsx';

interface DialogProps
  extends Pick<ComponentProps<typeof Base.Root>, 'open' | 'onOpenChange' | 'disablePointerDismissal'>,
    Pick<ComponentProps<typeof Base.Popup>, 'initialFocus' | 'finalFocus'> {
  /** Its name; shown if there is a description under it. */
  title: string;
  description?: string;
  className: string;
  /** The classes that place the button to close it; without them there is none. */
  close?: string;
  children: ReactNode;
}

/** What comes over a page, with a backdrop in between. */
export function Dialog(props: DialogProps) {
  const { title, description, className, close, children, initialFocus, finalFocus, ...root } = props;
  return (
    <CSPProvider disableStyleElements>
      <Base.Root {...root}>
        <Base.Portal>
          <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Base.Popup
            {...{ initialFocus, finalFocus }}
            className={`fixed z-50 border-hairline shadow-float transition-[opacity,transform] data-ending-style:opacity-0 data-starting-style:opacity-0 ${className}`}
          >
            <Base.Title className={description ? 'font-semibold text-section' : 'sr-only'}>
              {title}
            </Base.Title>
            {description && (
              <Base.Description className="mt-1 mb-4 text-muted">{description}</Base.Description>
            )}
            {children}
            {close && (
              <Base.Close
                render={<IconButton label="Close" icon={<X size={18} aria-hidden />} />}
                className={`absolute ${close}`}
              />
            )}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

/** The look of a dialog in the middle; a bottom sheet on a phone. */
export const middleClass =
  'max-h-[calc(100dvh-2rem)] overflow-y-auto bg-raised p-6 max-md:inset-x-0 max-md:bottom-0 max-md:rounded-t-dialog max-md:border-t md:top-1/2 md:left-1/2 md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-dialog md:border';
