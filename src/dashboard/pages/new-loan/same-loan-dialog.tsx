import { useRef } from 'react';
import { useEntry } from '#dashboard/api/operations/entries.ts';
import { wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import type { EarlierRequest } from '#dashboard/api/operations/send-write.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import type { Opened } from '#dashboard/ui/dialog-button.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { EntryLink } from './form-messages.tsx';

export function SameLoanDialog(props: Opened & { earlier: EarlierRequest; onConfirm: () => void }) {
  const { earlier, opener, onClose, onConfirm } = props;
  const { data: entry } = useEntry(earlier.entry);
  // Another press of Enter must not create the loan a second time.
  const back = useRef<HTMLButtonElement>(null);
  // What comes late has its place, so that no button moves under the pointer.
  const late = <Unknown reason="Not known yet." />;
  return (
    <TaskDialog
      title="This loan was already requested"
      description={`${clip(earlier.who, 80)} requested a loan with the same borrower, amount, term and collateral before. Nothing has been sent now.`}
      opener={opener}
      initialFocus={back}
      onClose={onClose}
    >
      <div className="rounded-panel border border-hairline px-3">
        <DefinitionList
          items={[
            { label: 'Requested', value: entry ? formatInstant(Date.parse(entry.at)) : late },
            { label: 'Outcome', value: entry ? wordsOf(entry.kind, entry).label : late },
          ]}
        />
      </div>
      <div className="mt-4 min-h-9 max-md:min-h-11">
        {entry && <EntryLink entry={entry} loan="Open that loan" request="View that request" />}
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onConfirm}>Create another loan</Button>
        <Button ref={back} look="primary" onClick={onClose}>
          Go back
        </Button>
      </div>
    </TaskDialog>
  );
}
