import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { IconButton } from '#dashboard/ui/button.tsx';
import { KeyList } from '#dashboard/ui/key-list.tsx';
import { useSettings } from '#dashboard/ui/use-settings.ts';

interface KeysDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The list of the keys that do something. */
export function KeysDialog({ open, onOpenChange }: KeysDialogProps) {
  const { shortcuts } = useSettings();
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={onOpenChange}>
        <Base.Portal>
          <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Base.Popup className="fixed z-50 max-h-[calc(100dvh-2rem)] overflow-y-auto border-hairline bg-raised p-6 shadow-float transition-[opacity,transform] data-ending-style:opacity-0 data-starting-style:opacity-0 max-md:inset-x-0 max-md:bottom-0 max-md:rounded-t-dialog max-md:border-t md:top-1/2 md:left-1/2 md:w-160 md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-dialog md:border">
            <Base.Title className="font-semibold text-section">Keyboard shortcuts</Base.Title>
            <Base.Description className="mt-1 mb-5 text-muted">
              {shortcuts
                ? 'Single keys rest while you type. They can be turned off in Settings.'
                : 'Single keys are turned off in Settings: only those under “Anywhere” do something.'}
            </Base.Description>
            <KeyList />
            <Base.Close
              render={<IconButton label="Close" icon={<X size={18} aria-hidden />} />}
              className="absolute top-3 right-3"
            />
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
