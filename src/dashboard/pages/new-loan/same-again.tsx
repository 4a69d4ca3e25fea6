import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { loanAddress } from '#dashboard/lib/addresses.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import type { EarlierSend } from './send-loan.ts';

interface SameAgainProps {
  earlier: EarlierSend;
  opener: RefObject<HTMLElement | null>;
  close: () => void;
  again: () => void;
}

/** Asks before the same loan goes out a second time. */
export function SameAgain({ earlier, opener, close, again }: SameAgainProps) {
  const { at, loanId, createdAt, isSettled } = earlier;
  return (
    <TaskDialog
      title="The same loan was sent already"
      description={`The same borrower, terms and collateral went out ${formatInstant(at)}${isSettled ? ' and were created' : ', and nobody knows yet what came of it'}. Nothing has been sent now.`}
      opener={opener}
      onClose={close}
    >
      <div className="flex flex-wrap justify-end gap-2">
        {loanId && (
          <Link to={loanAddress(loanId, createdAt)} className={buttonClass()}>
            Open that loan
          </Link>
        )}
        <Button onClick={again}>Create a second one</Button>
        <Button look="primary" onClick={close}>
          Don’t send
        </Button>
      </div>
    </TaskDialog>
  );
}
