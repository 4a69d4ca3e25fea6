import { type RefObject, useEffect, useRef, useState } from 'react';
import { useRecordExport } from '#dashboard/api/activity/record-export.ts';
import type { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { writeCsv } from '#dashboard/lib/export/csv.ts';
import { type ExportedFile, type FileColumn, saveFile } from '#dashboard/lib/export/file-column.ts';
import { filterWords } from '#dashboard/lib/export/filter-words.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { Superseded } from '#dashboard/lib/slices.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Choice } from '#dashboard/ui/choice.tsx';
import { ProgressLine } from '#dashboard/ui/progress-line.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { eachRow, type Rows } from './rows.ts';

type State =
  | { at: 'asking' }
  | { at: 'writing'; written: number; of: number }
  | { at: 'stopped'; written: number; of: number }
  | { at: 'saved'; file: ExportedFile }
  | { at: 'not-recorded'; error: Error }
  | { at: 'failed' };

export interface ExportProps<Row> {
  /** What the rows are: `loans`. The file's name begins with it. */
  name: string;
  /** What one row is: `loan`. */
  noun?: string;
  columns: readonly FileColumn<Row>[];
  rows: Rows<Row>;
  /** The number of all rows, loaded or not; undefined if that is unknown. */
  total: number | undefined;
  /** Why the rows are not all: `filtered from 30 of 100 loans`. */
  partial?: string | undefined;
  /** The rows are this tab's own: the audit log has no record of their export, which works without the gateway. */
  isOwn?: boolean;
}

export interface ExportDialogProps<Row> extends ExportProps<Row> {
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Says how many rows there are to write, writes them, and says what came of it. */
export function ExportDialog<Row>(props: ExportDialogProps<Row>) {
  const { name, noun = 'row', columns, rows, opener, onClose } = props;
  const [format, setFormat] = useState<Format>('csv');
  const [state, setState] = useState<State>({ at: 'asking' });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const short = shortfallOf(props as ExportProps<unknown>);
  const writing = state.at === 'writing';
  const recording = useRecordExport();

  const start = async () => {
    const controller = new AbortController();
    abort.current = controller;
    const of = rows.length;
    let written = 0;
    setState({ at: 'writing', written, of });
    try {
      const write = await FORMATS[format].load();
      const file = await write({
        name: [name, today(), filterWords(new URLSearchParams(location.search))].filter(Boolean).join(' '),
        columns,
        rows: eachRow(rows),
        partial: short ?? undefined,
        signal: controller.signal,
        onProgress: (count) => {
          written = count;
          setState({ at: 'writing', written, of });
        },
      });
      if (controller.signal.aborted) throw new Superseded();
      if (!props.isOwn) {
        const filter = clip(location.pathname + location.search, 3_999);
        const error = await recording
          .mutateAsync({ list: clip(name, 99).toWellFormed(), rows: of, filter })
          .then(
            () => null,
            (cause: Error) => cause,
          );
        if (controller.signal.aborted) throw new Superseded();
        if (error) return setState({ at: 'not-recorded', error });
      }
      saveFile(file);
      setState({ at: 'saved', file });
    } catch (error) {
      setState(error instanceof Superseded ? { at: 'stopped', written, of } : { at: 'failed' });
    }
  };

  return (
    <TaskDialog
      title={`Export ${name}`}
      description={`${countOf(rows.length, noun)}, ${countOf(columns.length, 'column')}`}
      opener={opener}
      onClose={writing ? undefined : onClose}
    >
      {short && (
        <p className="mb-4 rounded-control border border-warning-border bg-warning-soft px-3 py-2 text-table text-warning">
          <strong>PARTIAL</strong>: {short}. The file’s name and last column say so.
        </p>
      )}
      {state.at !== 'saved' && !writing && (
        <Choice
          label="Format"
          options={formatsFor(rows.length * columns.length)}
          value={format}
          onChange={setFormat}
        />
      )}
      <div className="mt-3 min-h-10 text-table">
        <p role="status" className="tabular wrap-anywhere">
          {wordsFor(state, noun)}
        </p>
        {writing && <ProgressLine label="Rows written" value={state.written} total={state.of} />}
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {writing ? (
          <Button onClick={() => abort.current?.abort()}>Stop</Button>
        ) : (
          <Button onClick={onClose}>{state.at === 'saved' ? 'Close' : 'Cancel'}</Button>
        )}
        {state.at !== 'saved' && (
          <Button look="primary" busy={writing} onClick={start}>
            Export {countOf(rows.length, noun)}
          </Button>
        )}
      </div>
    </TaskDialog>
  );
}

/** Why a file of these rows isn't one of all there are; null where it is. */
export function shortfallOf({
  rows,
  total,
  partial,
}: Pick<ExportProps<unknown>, 'rows' | 'total' | 'partial'>) {
  if (rows.length === total) return partial ?? null;
  const seen = `${formatCount(rows.length)} of ${total === undefined ? 'an unknown number of rows' : countOf(total, 'row')}`;
  return partial ? `${seen}; ${partial}` : seen;
}

type Format = 'csv' | 'xlsx';

const FORMATS = {
  csv: { label: 'CSV', detail: 'Values as received', load: async () => writeCsv },
  xlsx: {
    label: 'Excel',
    detail: 'Real numbers and dates',
    load: () => import('#dashboard/lib/export/xlsx.ts').then(({ writeXlsx }) => writeXlsx),
  },
};

/** A workbook is made in memory, which so many cells fit in. */
const MOST_CELLS = 3_000_000;

function formatsFor(cells: number) {
  const { csv, xlsx } = FORMATS;
  return [
    { value: 'csv' as const, ...csv },
    ...(cells <= MOST_CELLS ? [{ value: 'xlsx' as const, ...xlsx }] : []),
  ];
}

function wordsFor(state: State, noun: string): string {
  switch (state.at) {
    case 'asking':
      return '';
    case 'writing':
      return `${formatCount(state.written)} of ${countOf(state.of, noun)}`;
    case 'stopped':
      return `Stopped after ${formatCount(state.written)} of ${countOf(state.of, noun)}. Nothing was downloaded.`;
    case 'saved':
      return `Downloaded “${state.file.name}” (${countOf(state.file.rows, noun)}).`;
    case 'not-recorded':
      return `The export couldn’t be recorded in the audit log, so nothing was downloaded. ${explainRead(state.error as ApiError)}`;
    case 'failed':
      return 'The file couldn’t be written, so nothing was downloaded. Try again, or export fewer rows.';
  }
}

/** The day in the reader's zone, `2026-11-21`. */
function today(): string {
  return new Intl.DateTimeFormat('sv').format(new Date());
}
