import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { exportRequest } from '#contract/audit.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { useOwnChange } from '#dashboard/api/session/use-own-change.ts';
import { writeCsv } from '#dashboard/lib/export/csv.ts';
import { type FileColumn, saveFile } from '#dashboard/lib/export/file-column.ts';
import { filterWords } from '#dashboard/lib/export/filter-words.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { Superseded } from '#dashboard/lib/slices.ts';
import { dayOf } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Choice } from '#dashboard/ui/choice.tsx';
import type { Opened } from '#dashboard/ui/dialog-button.tsx';
import { takeFocus } from '#dashboard/ui/focus.ts';
import { ProgressLine } from '#dashboard/ui/progress.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { useOnLeave } from '#dashboard/ui/use-on-leave.ts';
import { eachRow, type Rows } from './rows.ts';

export interface ExportProps<Row> {
  /** What the rows are: `loans`. The file's name begins with it. */
  name: string;
  noun?: string;
  columns: readonly FileColumn<Row>[];
  rows: Rows<Row>;
  /** Why the rows are not all: `filtered from 30 of 100 loans`. */
  partial?: string | undefined;
  /** What narrows the rows, as an address has it: the file’s name says it in words. */
  filter?: URLSearchParams;
  /** The rows are this tab's own: the audit log has no record of their export, which works without the gateway. */
  isOwn?: boolean;
}

export type ExportDialogProps<Row> = ExportProps<Row> & Opened;

/** Says how many rows there are to write, writes them, and says what came of it. */
export function ExportDialog<Row>(props: ExportDialogProps<Row>) {
  const { opener, onClose } = props;
  // The list behind the dialog may change; what is written is what it offered as it opened.
  const [opened] = useState(() => ({ ...props, address: addressWithoutEmails() }));
  const { name, noun = 'row', columns, rows, partial, isOwn, filter, address } = opened;
  const [format, setFormat] = useState<'csv' | 'xlsx'>('csv');
  const [written, setWritten] = useState(0);
  const abort = useRef<AbortController | null>(null);
  useOnLeave(() => abort.current?.abort());
  const recording = useOwnChange((body: z.input<typeof exportRequest>, send) =>
    send('POST', '/desk/exports', body),
  );
  const saving = useMutation({
    mutationFn: async (rows: Rows<Row>) => {
      abort.current = new AbortController();
      const { signal } = abort.current;
      setWritten(0);
      const write = format === 'csv' ? writeCsv : (await import('#dashboard/lib/export/xlsx.ts')).writeXlsx;
      const file = await write({
        name: [name, dayOf(Date.now()), filter && filterWords(filter)].filter(Boolean).join(' '),
        columns,
        rows: eachRow(rows),
        partial,
        signal,
        onProgress: setWritten,
      });
      if (!isOwn) {
        const asked = clip(address.pathname + address.search, 3_999);
        const list = clip(name, 99).toWellFormed();
        await recording.mutateAsync({ list, rows: rows.length, filter: asked });
      }
      if (signal.aborted) throw new Superseded();
      saveFile(file);
      return file;
    },
  });
  const { isPending, isSuccess } = saving;
  const of = countOf(saving.variables?.length ?? 0, noun);

  return (
    <TaskDialog
      title={`Export ${name}`}
      description={`${countOf(rows.length, noun)}, ${countOf(columns.length, 'column')}`}
      opener={opener}
      onClose={isPending ? undefined : onClose}
    >
      {partial && (
        <p className="mb-4 rounded-control border border-warning-border bg-warning-soft px-3 py-2 text-table text-warning">
          <strong>PARTIAL</strong>: {partial}. The file’s name and last column say so.
        </p>
      )}
      {!isSuccess && !isPending && (
        <Choice
          label="Format"
          options={rows.length * columns.length > MOST_CELLS ? [CSV] : [CSV, EXCEL]}
          value={format}
          onChange={setFormat}
        />
      )}
      <div className="mt-3 min-h-10 text-table">
        <p role="status" className="tabular wrap-anywhere">
          {isPending && `${formatCount(written)} of ${of}`}
          {isSuccess && `Downloaded “${saving.data.name}” (${countOf(saving.data.rows, noun)}).`}
          {saving.isError && whyNoFile(saving.error, `${formatCount(written)} of ${of}`)}
        </p>
        {isPending && <ProgressLine label="Rows written" value={written} total={saving.variables.length} />}
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {isPending ? (
          <Button onClick={() => abort.current?.abort()}>Stop</Button>
        ) : (
          // The button that was pressed goes with the export.
          <Button ref={isSuccess ? takeFocus : null} onClick={onClose}>
            {isSuccess ? 'Close' : 'Cancel'}
          </Button>
        )}
        {!isSuccess && (
          <Button look="primary" busy={isPending} onClick={() => saving.mutate(rows)}>
            Export {countOf(rows.length, noun)}
          </Button>
        )}
      </div>
    </TaskDialog>
  );
}

/** The address of the rows without what may be an email: a link of before may hold one. */
function addressWithoutEmails(): URL {
  const address = new URL(location.href);
  for (const [name, value] of new URLSearchParams(address.search))
    if (value.includes('@')) address.searchParams.delete(name);
  return address;
}

const CSV = { value: 'csv', label: 'CSV', detail: 'Values as received' } as const;
const EXCEL = { value: 'xlsx', label: 'Excel', detail: 'Real numbers and dates' } as const;

/** A workbook is made in memory, which so many cells fit in. */
const MOST_CELLS = 3_000_000;

function whyNoFile(error: Error, written: string): string {
  if (error instanceof Superseded) return `Stopped after ${written}. Nothing was downloaded.`;
  if (error instanceof ApiError)
    return `The export couldn’t be recorded in the audit log, so nothing was downloaded. ${explainRead(error)}`;
  return 'The file couldn’t be written, so nothing was downloaded. Try again, or export fewer rows.';
}
