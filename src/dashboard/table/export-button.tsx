import { Download } from 'lucide-react';
import { Button } from '#dashboard/ui/button.tsx';
import { DialogButton } from '#dashboard/ui/dialog-button.tsx';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import type { ExportDialogProps, ExportProps } from './export-dialog.tsx';

const ExportDialog = lazyPanel<ExportDialogProps<never>>(() =>
  import('./export-dialog.tsx').then((module) => module.ExportDialog),
);

/** Writes rows to a file, after saying how many they are. */
export function ExportButton<Row>(props: ExportProps<Row>) {
  return (
    <DialogButton
      icon={<Download size={16} aria-hidden />}
      approach={ExportDialog.approach}
      dialog={(opening) => <ExportDialog {...(props as unknown as ExportProps<never>)} {...opening} />}
    >
      Export
    </DialogButton>
  );
}

/** Keeps the button's place while there is nothing to export, so that its neighbours stay in theirs. */
export function ExportPlace() {
  return (
    <Button aria-hidden className="invisible" icon={<Download size={16} aria-hidden />}>
      Export
    </Button>
  );
}
