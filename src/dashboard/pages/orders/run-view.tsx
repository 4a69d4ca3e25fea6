import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { CancelRun } from '#dashboard/api/cancel-run.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session.ts';
import { openKeep } from '#dashboard/lib/cancel-keep.ts';
import { isFailed, ROW_STATES, type RowState, type RunHead, type RunRow } from '#dashboard/lib/cancel-run.ts';
import { STATE_WORDS } from '#dashboard/lib/cancel-words.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { CardList } from '#dashboard/table/card-list.tsx';
import { DataTable } from '#dashboard/table/data-table.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { RunCard, runColumns } from './run-columns.tsx';
import { RunStatus } from './run-status.tsx';

const rowKey = ({ line, member, order }: RunRow) => `${line} ${member} ${order}`;

/** A run: how far it has come, and what became of each order. */
export function RunView({ run, head }: { run: CancelRun; head: RunHead }) {
  const { rows, counts, place } = run;
  const [state, setState] = useStateFilter();
  const wide = useMedia('(min-width: 48rem)');
  const { density, shortcuts } = useSettings();
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLElement>(null);
  const isOver = place === 'here' && (head.phase === 'done' || head.phase === 'stopped');
  useForgottenDraft(head.phase !== 'grace');

  const shown = useMemo(
    () => (state === null ? rows : rows.filter((row) => row.state === state)),
    [rows, state],
  );
  // Those that failed stay chosen for another run, until somebody chooses otherwise.
  const failed = useMemo(() => (isOver ? new Set(rows.filter(isFailed).map(rowKey)) : null), [rows, isOver]);
  const ids = useMemo(() => {
    if (!failed) return new Set<string>();
    return chosen === null ? failed : new Set([...chosen].filter((id) => failed.has(id)));
  }, [chosen, failed]);
  const rerun = () => {
    setAsking(false);
    setChosen(null);
    run.rerun(rows.flatMap((row, at) => (ids.has(rowKey(row)) ? [at] : [])));
  };
  const selection = failed && {
    ids,
    onChange: setChosen,
    label: ({ line }: RunRow) => `line ${line}`,
    actions: (
      <Button className="h-8! px-2.5!" onClick={() => setAsking(true)}>
        Run {formatCount(ids.size)} again…
      </Button>
    ),
  };
  const list = {
    label: 'Orders of the run',
    rows: shown,
    busy: false,
    rowId: (row: RunRow) => (isFailed(row) ? rowKey(row) : undefined),
    selection: selection ?? undefined,
    children:
      shown.length === 0 ? (
        <Notice
          title="No order of the run is so"
          action={<Button onClick={() => setState(null)}>Show all orders</Button>}
        />
      ) : undefined,
  };
  return (
    <section
      ref={heading}
      tabIndex={-1}
      aria-label="Run"
      className="flex min-w-0 flex-col gap-4 outline-none"
    >
      <RunStatus run={run} head={head} />
      <Tally counts={counts} total={head.total} state={state} onChange={setState} />
      {wide ? (
        <div className="flex max-h-[70dvh] flex-col">
          <DataTable
            {...list}
            columns={runColumns}
            view={state ?? ''}
            density={density}
            shortcuts={shortcuts}
          />
        </div>
      ) : (
        <CardList {...list} card={(row) => <RunCard row={row} />} />
      )}
      <p className="text-label text-muted">{zoneSentence(Date.now())}</p>
      {asking && (
        <ConfirmDialog
          count={ids.size}
          leftOut={0}
          reason={head.reason}
          member={null}
          opener={heading}
          onClose={() => setAsking(false)}
          onConfirm={rerun}
        />
      )}
    </section>
  );
}

interface TallyProps {
  counts: CancelRun['counts'];
  total: number;
  state: RowState | null;
  onChange: (state: RowState | null) => void;
}

/** How many orders ended in what; together they are the whole run. Each narrows the list. */
function Tally({ counts, total, state, onChange }: TallyProps) {
  const seen = ROW_STATES.filter((each) => counts[each] > 0 || each === state);
  const chip = (value: RowState | null, label: string, count: number) => (
    <button
      key={label}
      type="button"
      aria-pressed={state === value}
      onClick={() => onChange(value)}
      className="inline-flex h-8 items-center gap-2 rounded-control border border-border px-2.5 text-table hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-md:h-11"
    >
      {label} <span className="tabular font-medium">{formatCount(count)}</span>
    </button>
  );
  return (
    <fieldset aria-label={`Outcomes of ${countOf(total, 'order')}`} className="flex flex-wrap gap-2">
      {chip(null, 'All', total)}
      {seen.map((each) => chip(each, STATE_WORDS[each].label, counts[each]))}
    </fieldset>
  );
}

/** The state to which the address narrows the list. */
function useStateFilter() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const state = ROW_STATES.find((each) => each === search.get('state')) ?? null;
  const change = (next: RowState | null) => {
    const to = new URLSearchParams(search);
    if (next === null) to.delete('state');
    else to.set('state', next);
    navigate({ pathname, search: to.toString() }, { replace: true });
  };
  return [state, change] as const;
}

/** What was typed has been sent: it isn't offered again. */
function useForgottenDraft(isSent: boolean): void {
  const holder = sessionHolder(useDesk());
  useEffect(() => {
    if (isSent)
      openKeep()
        .remove(`draft ${holder}`)
        .catch(() => {});
  }, [isSent, holder]);
}
