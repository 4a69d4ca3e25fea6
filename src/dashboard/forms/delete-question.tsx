import type { ReactNode } from 'react';
import { Button } from '#dashboard/ui/button.tsx';

interface DeleteQuestionProps {
  /** What the button that deletes says. */
  label: string;
  busy: boolean;
  onDelete: () => void;
  onKeep: () => void;
  /** The question. */
  children: ReactNode;
}

/** Asks, below what is to be deleted, before it is: nothing brings it back. */
export function DeleteQuestion({ label, busy, onDelete, onKeep, children }: DeleteQuestionProps) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="basis-full">{children}</span>
      <Button busy={busy} onClick={onDelete}>
        {label}
      </Button>
      <Button look="quiet" onClick={onKeep}>
        Keep
      </Button>
    </p>
  );
}
