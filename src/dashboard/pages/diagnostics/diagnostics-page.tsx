import { useSearchParams } from 'react-router-dom';
import { type Call, forgetCalls, MOST_CALLS } from '#dashboard/api/http/call-log.ts';
import { type Diagnostics, useDiagnostics } from '#dashboard/api/http/diagnostics.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { RowList } from '#dashboard/list/row-list.tsx';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Segment, Segments } from '#dashboard/table/filter-bar.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { CallPanel } from './call-panel.tsx';
import { CallCard, callColumns, callCsv, callSearch } from './calls-columns.tsx';
import { DriftPanel, PagingPanel } from './check-panels.tsx';

const NOTHING: Diagnostics = { calls: [], drift: [], paging: [] };

const idOf = ({ id }: Call) => String(id);

/** The calls of this tab and their responses, to find out what went wrong. */
export default function DiagnosticsPage() {
  const [search] = useSearchParams();
  const now = useNow();
  const seen = useDiagnostics();
  // The server doesn't know what this tab has seen.
  const { calls, drift, paging } = useHydrated() ? seen : NOTHING;
  const chosen = calls.find(({ id }) => String(id) === search.get('call'));
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6">
      <PageHead title="Diagnostics" />
      {chosen ? (
        <CallPanel key={chosen.id} call={chosen} />
      ) : (
        <>
          <DriftPanel drift={drift} />
          <PagingPanel paging={paging} />
          <Calls calls={calls} />
        </>
      )}
      <p className="text-label text-muted">
        This tab only, cleared on reload. Personal data, tokens and secrets are removed. {zoneSentence(now)}
      </p>
      <p className="text-label">
        <a href="/docs" className="inline-flex items-center text-accent-text underline max-md:min-h-11">
          API documentation
        </a>
      </p>
    </div>
  );
}

function hasFailed({ state, status }: Call): boolean {
  return state === 'network' || state === 'timeout' || (state === 'answered' && (status ?? 0) >= 400);
}

function Calls({ calls }: { calls: readonly Call[] }) {
  const [search] = useSearchParams();
  const onlyFailed = search.get('only') === 'failed';
  const failed = calls.filter(hasFailed);
  const rows = onlyFailed ? failed : calls;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segments label="Show">
          <Segment to={{ search: '' }} count={calls.length} current={!onlyFailed}>
            All calls
          </Segment>
          <Segment to={{ search: '?only=failed' }} count={failed.length} current={onlyFailed}>
            Failed
          </Segment>
        </Segments>
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-muted text-table">The last {MOST_CALLS}, newest first.</p>
          <ExportButton name={onlyFailed ? 'failed calls' : 'calls'} columns={callCsv} rows={rows} isOwn />
          <Button onClick={forgetCalls}>Clear log</Button>
        </div>
      </div>
      <RowList
        label="Calls"
        rows={rows}
        busy={false}
        columns={callColumns}
        view={onlyFailed ? 'failed' : 'all'}
        tableClass="max-h-[40rem]"
        rowId={idOf}
        rowHref={(call) => callSearch(search, call)}
        rowLabel={({ method, id }) => `${method}, call ${id}`}
        card={(call) => <CallCard call={call} />}
      >
        {rows.length === 0 ? <NoCalls onlyFailed={onlyFailed} /> : undefined}
      </RowList>
    </>
  );
}

function NoCalls({ onlyFailed }: { onlyFailed: boolean }) {
  return onlyFailed ? (
    <Notice title="No call has failed">
      Calls that were cancelled because their response was no longer needed don’t count.
    </Notice>
  ) : (
    <Notice title="No calls yet">Calls that Pledge makes on other pages appear here.</Notice>
  );
}
