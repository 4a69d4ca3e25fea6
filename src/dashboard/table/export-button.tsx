import { Download } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { CouldNotLoad } from '#dashboard/ui/could-not-load.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import type { ExportProps } from './export-dialog.tsx';

const ExportDialog = lazyPart<
  ExportProps<never> & { opener: React.RefObject<HTMLElement | null>; onClose: () => void }
>(() =>
  import('./export-dialog.tsx').then(
    (module) => module.ExportDialog,
    () => CouldNotLoad,
  ),
);

/** Writes rows to a file, after saying how many they are. */
export function ExportButton<Row>(props: ExportProps<Row>) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // What fails here fails again at the press, and is reported there.
  const approach = () => void ExportDialog.preload().catch(() => {});
  return (
    <>
      <Button
        ref={button}
        icon={<Download size={16} aria-hidden />}
        onClick={() => setOpen(true)}
        onPointerEnter={approach}
        onFocus={approach}
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
    <span aria-hidden className={`${buttonClass('secondary')} invisible`}>
      <Download size={16} aria-hidden />
      Export
    </span>
  );
}
