import { type ComponentProps, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { Button } from './button.tsx';

/** What a dialog is given: the button that opened it, where the focus returns to, and what closes it. */
export type Opened = { opener: RefObject<HTMLElement | null>; onClose: () => void };

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'ref' | 'onClick'> {
  dialog: (props: Opened) => ReactNode;
  approach: () => void;
  /** Whether the button is there. A dialog that is open stays without it, with what was typed. */
  offered?: boolean;
  /** Called at a press: whether the dialog may open. */
  mayOpen?: () => boolean;
}

/** A button that opens a dialog. The dialog's code comes when a press is near. */
export function DialogButton(props: DialogButtonProps) {
  const { dialog, approach, offered = true, mayOpen = () => true, ...button } = props;
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      {offered && (
        <Button
          ref={opener}
          {...button}
          onPointerEnter={approach}
          onFocus={approach}
          onClick={() => setOpen(mayOpen())}
        />
      )}
      {open && <Suspense fallback={null}>{dialog({ opener, onClose: () => setOpen(false) })}</Suspense>}
    </>
  );
}
