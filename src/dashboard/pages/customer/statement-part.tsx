import Printer from 'lucide-react/icons/printer';
import { useSearchParams } from 'react-router-dom';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import { tradeList } from '#dashboard/api/customers/customer-transactions.ts';
import { countsUnasked, type Statement, statementOf } from '#dashboard/api/customers/statement.ts';
import type { Trade } from '#dashboard/api/customers/statement-line.ts';
import { useListRows } from '#dashboard/api/http/use-list-rows.ts';
import { countOf, seenOf } from '#dashboard/lib/figures.ts';
import { boundsOfDays, type Days, readDays } from '#dashboard/lib/periods.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { formatInstant, zoneSentence } from '#dashboard/lib/times.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Failed, NoneRead } from '#dashboard/table/failures.tsx';
import { LoadNews } from '#dashboard/table/load-progress-bar.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { SkeletonPanel } from '#dashboard/ui/skeleton.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { fileName } from './file-name.ts';
import { PositionPanel } from './position-panel.tsx';
import { daysText, LeftOutNotes, PeriodChoice, readCounted, Statuses } from './statement-choices.tsx';
import { lineCsvOf } from './statement-figures.tsx';
import { StatementTables } from './statement-tables.tsx';

/** A customer's trades of a period, added up. */
export function StatementPart({ customer }: { customer: CustomerRow }) {
  const all = useListRows(tradeList(customer._id.email), Number.POSITIVE_INFINITY);
  const [search] = useSearchParams();
  const { rows, progress, shown } = all;
  const isLoading = progress.state === 'loading';
  const counted = readCounted(search);
  const counts = counted ? (status: string) => counted.includes(status) : countsUnasked;
  const days = readDays(search);
  const period = boundsOfDays(days);
  const { result, of, busy } = useSliced(
    function* (trades: readonly Trade[]) {
      const filter = withParams(new URLSearchParams(), { ...days, count: counted });
      return { statement: yield* statementOf(trades, counts, period), days, filter };
    },
    rows,
    [JSON.stringify(counted), period.from, period.to],
    { moving: isLoading && rows.length > 0, pauseMs: 400 },
  );

  if (rows.length === 0 && progress.state === 'complete') {
    return (
      <NoneRead noun="transaction" all={all} title="No transactions yet">
        A statement appears here after the customer’s first trade.
      </NoneRead>
    );
  }
  if (rows.length === 0 && (progress.state === 'partial' || progress.error)) {
    const error = progress.error ?? new Error('Nothing was loaded.');
    return <Failed what="transactions" error={error} retrying={isLoading} retry={all.retry} />;
  }
  const looked = of?.length ?? 0;
  const isWhole = shown.state === 'complete' && looked === shown.total;
  return (
    <>
      <div className="empty:hidden print:hidden">
        <LoadNews all={all} noun="transaction" />
      </div>
      {/* Before the first of them is here, nothing is known yet: that is no statement of none. */}
      {result && looked > 0 ? (
        <Shown
          {...{ ...result, customer, looked, busy }}
          missing={isWhole ? null : seenOf({ loaded: looked, total: shown.total }, 'transaction')}
          asOf={all.asOf}
        />
      ) : (
        <div aria-hidden className="flex flex-col gap-3">
          {[1, 2].map((panel) => (
            <SkeletonPanel key={panel} className="h-55" widths={['w-40', 'w-full', 'w-3/4', 'w-1/2']} />
          ))}
        </div>
      )}
    </>
  );
}

interface ShownProps {
  customer: CustomerRow;
  statement: Statement;
  /** Those that it is of, which may still be the days before, and all that narrows it. */
  days: Days;
  filter: URLSearchParams;
  looked: number;
  /** Another statement is being worked out: no file is made of this one. */
  busy: boolean;
  missing: string | null;
  asOf: number;
}

function Shown({ customer, statement, days, filter, looked, busy, missing, asOf }: ShownProps) {
  const name = customer.name?.trim();
  const period = daysText(days);
  const { lines, from, to } = statement;
  const basis = missing
    ? `Based on ${missing}.`
    : `Based on all ${countOf(looked, 'transaction')}, as of ${formatInstant(asOf)}.`;
  const title = [
    fileName('Statement', name || customer._id.email.split('@')[0]),
    period,
    missing && 'PARTIAL',
  ];
  return (
    <>
      <PeriodChoice />
      <h2 className="hidden font-semibold text-section print:block">Statement</h2>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-wrap items-center gap-2 text-table">
          {missing && <Badge tone="warning">PARTIAL</Badge>}
          <span className="text-soft wrap-anywhere">
            {period && <strong className="font-semibold">{period}. </strong>}
            {missing && <strong className="font-semibold">Incomplete: </strong>}
            {basis}
            {from !== null && to !== null && ` Trades from ${formatInstant(from)} to ${formatInstant(to)}.`}
          </span>
        </p>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button
            icon={<Printer size={16} aria-hidden />}
            onClick={() => printAs(title.filter(Boolean).join(' '))}
          >
            Print
          </Button>
          <ExportButton
            offered={!busy}
            name={fileName('statement', name)}
            columns={lineCsvOf(period !== null)}
            rows={lines}
            partial={missing ?? undefined}
            filter={filter}
          />
        </div>
      </div>
      <Statuses statuses={statement.statuses} />
      <LeftOutNotes statement={statement} />
      {lines.length > 0 ? (
        <>
          <StatementTables {...{ lines, missing, basis }} isPeriod={period !== null} />
          <PositionPanel {...{ lines, missing, name, busy, filter }} />
        </>
      ) : period ? (
        <Notice title="No transactions or positions in this period">Choose another period.</Notice>
      ) : (
        <Notice title="No transactions are counted">
          None of the {countOf(looked, 'transaction')} has a counted status and type. Choose the statuses to
          count above.
        </Notice>
      )}
      <Panel title="How this is calculated">
        <div className="flex max-w-3xl flex-col gap-2 px-4 py-3 text-soft text-table">
          <p>
            <strong className="font-semibold">Realised profit (average cost).</strong> For each sale: volume ×
            (price − average cost of the units held before it). Buying changes the average cost, selling
            doesn’t.
          </p>
          <p>
            <strong className="font-semibold">Net position.</strong> Units bought minus units sold in these
            transactions; it may differ from what the customer holds. If more was sold than bought, the
            position is short: the cost of those units is unknown, and their sale is not included in the
            profit.
          </p>
          <p>Fees, payouts and transfers are not included. Currencies are not combined.</p>
        </div>
      </Panel>
      <p className="text-label text-muted print:hidden">{zoneSentence(useNow())}</p>
    </>
  );
}

/** Prints, or keeps as a file, under a name that says whose it is and whether it is whole. */
function printAs(name: string): void {
  const { title } = document;
  document.title = name;
  window.addEventListener('afterprint', () => (document.title = title), { once: true });
  window.print();
}
