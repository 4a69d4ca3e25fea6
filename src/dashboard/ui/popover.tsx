import { CSPProvider } from '@base-ui/react/csp-provider';
import { Popover as Base } from '@base-ui/react/popover';
import { type ReactNode, type RefObject, useRef } from 'react';

/** A panel under a button: Escape, a press outside, or leaving it by the keyboard closes it. A dialog over it doesn't. */
export function Popover(props: {
  label: string;
  /** What it hangs from, and where the focus goes when it closes. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { label, anchor, onClose, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  const cover = useRef<HTMLDivElement>(null);
  /** From the press of Tab in the panel until the key is let go there: what the panel loses then, Tab led out of it. */
  const isTabbing = useRef(false);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        open
        onOpenChange={(open, { event }) => {
          // A tap closes it by the click that ends it: what lies beneath would otherwise take that click.
          if (event.type === 'mousedown' && event.target === cover.current) return;
          // What was typed into it stays while a dialog is over the page, such as the sign-in again.
          if (isInDialogOver(event, popup.current, anchor.current)) return;
          // A press on the button closes by itself: closing here too would open it again.
          const onButton = event.target instanceof Node && anchor.current?.contains(event.target);
          if (!open && !(onButton && event.type !== 'keydown')) onClose();
        }}
      >
        <Base.Portal>
          <Base.Backdrop ref={cover} onClick={onClose} className="fixed inset-0 z-40 pointer-fine:hidden" />
          <Base.Positioner
            anchor={anchor}
            align="start"
            sideOffset={6}
            collisionPadding={12}
            className="z-40"
          >
            <Base.Popup
              ref={popup}
              aria-label={label}
              finalFocus={anchor}
              onKeyDown={({ key }) => {
                isTabbing.current = key === 'Tab';
              }}
              onKeyUp={() => {
                isTabbing.current = false;
              }}
              onBlur={({ currentTarget, relatedTarget }) => {
                if (!isTabbing.current || currentTarget.contains(relatedTarget)) return;
                anchor.current?.focus();
                onClose();
              }}
              className="max-h-[min(26rem,var(--available-height))] min-w-56 max-w-[min(22rem,calc(100vw-1.5rem))] overflow-y-auto rounded-panel border border-hairline bg-raised p-1.5 text-table shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
            >
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

/** Whether something happens in a dialog that is neither the panel itself nor the one that the panel is in. */
function isInDialogOver(event: Event, panel: Element | null, anchor: Element | null): boolean {
  const place = event instanceof FocusEvent ? event.relatedTarget : event.target;
  const dialog = place instanceof Element ? place.closest('[role=dialog]') : null;
  return dialog !== null && dialog !== panel && !dialog.contains(anchor);
}
