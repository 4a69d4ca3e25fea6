import { useSettings } from '#dashboard/lib/use-settings.ts';
import { Dialog, middleClass } from '#dashboard/ui/dialog.tsx';
import { KeyList } from '#dashboard/ui/key-list.tsx';

export function KeysDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { shortcuts } = useSettings();
  return (
    <Dialog
      {...props}
      className={`${middleClass} md:w-160`}
      close="top-3 right-3"
      title="Keyboard shortcuts"
      description={
        shortcuts
          ? 'Single keys do nothing while you type. You can turn them off in Settings.'
          : 'Single keys are turned off in Settings. Only those under “Anywhere” work.'
      }
    >
      <KeyList />
    </Dialog>
  );
}
