import { explainRead } from '#dashboard/api/http/explain.ts';
import { Button } from '#dashboard/ui/button.tsx';
import type { FailedProps } from './failures.tsx';

/** In a panel, in place of what could not be loaded. */
export function FailedLine({ what, error, retrying, retry }: FailedProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2 text-table">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        The {what} could not be loaded. {explainRead(error)}
      </p>
      <Button busy={retrying} onClick={retry}>
        Retry
      </Button>
    </div>
  );
}
