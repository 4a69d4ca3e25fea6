import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { lazyPanel } from './lazy-part.tsx';

const Popover = lazyPanel(() => import('./popover.tsx').then((module) => module.Popover));

interface PopoverButtonProps {
  /** The panel's name for screen readers. */
  label: string;
  children: ReactNode;
  className: string;
  /** What the panel holds; asked for when it opens. */
  panel: (close: () => void) => ReactNode;
  /** Fetches what the panel needs, once a press on the button is near. */
  prepare?: () => void;
  onOpen?: (() => void) | undefined;
  /** What the button is called and its tooltip, if it shows an icon alone. */
  icon?: { name: string; title: string };
}

/** A button with a panel that hangs from it. The panel's code comes when a press is near. */
export function PopoverButton(props: PopoverButtonProps) {
  const { label, children, className, panel, prepare, onOpen, icon } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // The press is painted before the panel, which takes far longer to make.
  const hasPanel = useDeferredValue(open) && open;
  const close = () => setOpen(false);
  const approach = () => {
    Popover.approach();
    prepare?.();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={icon?.name}
        title={icon?.title}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          if (!open) onOpen?.();
          setOpen(!open);
        }}
        onPointerEnter={approach}
        onFocus={approach}
        className={className}
      >
        {children}
        {!icon && <ChevronDown size={14} aria-hidden className="shrink-0 opacity-70" />}
      </button>
      {hasPanel && (
        <Popover.Apart label={label} anchor={button} onClose={close}>
          {panel(close)}
        </Popover.Apart>
      )}
    </>
  );
}
