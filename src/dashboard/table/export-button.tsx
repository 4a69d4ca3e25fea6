import { Download } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Button } from '#dashboard/ui/button.tsx';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import type { ExportDialogProps, ExportProps } from './export-dialog.tsx';

const ExportDialog = lazyPanel<ExportDialogProps<never>>(() =>
  import('./export-dialog.tsx').then((module) => module.ExportDialog),
);

/** Writes rows to a file, after saying how many they are. */
export function ExportButton<Row>(props: ExportProps<Row>) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        icon={<Download size={16} aria-hidden />}
        onClick={() => setOpen(true)}
        onPointerEnter={ExportDialog.approach}
        onFocus={ExportDialog.approach}
      >
        Export
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ExportDialog
            {...(props as unknown as ExportProps<never>)}
            opener={button}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
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
