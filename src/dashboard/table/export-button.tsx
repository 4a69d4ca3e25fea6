import Download from 'lucide-react/icons/download';
import { Button } from '#dashboard/ui/button.tsx';
import { DialogButton } from '#dashboard/ui/dialog-button.tsx';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import type { ExportDialogProps, ExportProps } from './export-dialog.tsx';

const ExportDialog = lazyPanel<ExportDialogProps<never>>(() =>
  import('./export-dialog.tsx').then((module) => module.ExportDialog),
);

/** Writes rows to a file, after saying how many they are. If it isn't offered, its place is kept. */
export function ExportButton<Row>({ offered = true, ...props }: ExportProps<Row> & { offered?: boolean }) {
  return (
    <>
      <DialogButton
        {...{ icon, offered }}
        approach={ExportDialog.approach}
        dialog={(opening) => <ExportDialog {...(props as unknown as ExportProps<never>)} {...opening} />}
      >
        Export
      </DialogButton>
      {!offered && (
        <Button aria-hidden className="invisible" icon={icon}>
          Export
        </Button>
      )}
    </>
  );
}

const icon = <Download size={16} aria-hidden />;
