import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import { tradeList } from '#dashboard/api/customers/customer-transactions.ts';
import type { Statement } from '#dashboard/api/customers/statement.ts';
import type { Trade } from '#dashboard/api/customers/statement-line.ts';
import { useAllRows } from '#dashboard/api/http/all-rows.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { type Days, readDays } from '#dashboard/lib/periods.ts';
import { formatInstant, zoneSentence } from '#dashboard/lib/times.ts';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Failed } from '#dashboard/table/failures.tsx';
import { LoadProgressBar } from '#dashboard/table/load-progress-bar.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { LeftOutNotes, Statuses } from './counted.tsx';
import { PositionPanel } from './position-panel.tsx';
import { fileName, lineCsvOf } from './statement-csv.ts';
import { daysText, PeriodChoice } from './statement-period.tsx';
import { StatementTables } from './statement-tables.tsx';
import { type StatementBasis, useStatement } from './use-statement.ts';

/** How many transactions there are in all, of those lists that are complete. */
const complete = new WeakMap<readonly Trade[], { total: number; asOf: number }>();

/** A customer's trades of a period, added up. */
export function StatementPart({ email, customer }: { email: string; customer: CustomerRow }) {
  const all = useAllRows(tradeList(email), true);
  const [search] = useSearchParams();
  const { rows, progress } = all;
  // Rows stay during a refresh until others take their place, and are as complete as they were.
  if (progress.state === 'complete' && rows.length === progress.total)
    complete.set(rows, { total: rows.length, asOf: all.asOf });
  const counted = search.has('count') ? search.getAll('count').slice(0, 50) : null;
  const days = readDays(search);
  const answer = useStatement(rows, { counted, days, moving: progress.state === 'loading' });

  if (rows.length === 0 && progress.state === 'complete') {
    return (
      <Notice title="No transactions yet" action={<Button onClick={all.refresh}>Refresh</Button>}>
        A statement appears here after the customer’s first trade.
      </Notice>
    );
  }
  if (rows.length === 0 && (progress.state === 'partial' || progress.error)) {
    const error = progress.error ?? new Error('Nothing was loaded.');
    const retrying = progress.state === 'loading';
    return <Failed what="transactions" error={error} retrying={retrying} retry={all.retry} />;
  }
  // While the first of them are on their way, nothing is known yet: that is no statement of none.
  const isEarly = progress.state === 'loading' && answer?.trades.length === 0;
  const seen = answer && !isEarly ? seenOf(answer.trades, progress.total) : null;
  return (
    <>
      {!(progress.state === 'complete' && complete.has(rows)) && (
        <div className="print:hidden">
          <LoadProgressBar progress={progress} noun="transaction" load={all} />
        </div>
      )}
      {answer && seen ? (
        <Shown
          {...{ customer, email, seen, days }}
          statement={answer.statement}
          trades={answer.trades}
          counted={counted}
        />
      ) : (
        <SkeletonStatement />
      )}
    </>
  );
}

function seenOf(trades: readonly Trade[], total: number | undefined): StatementBasis {
  const whole = complete.get(trades);
  if (whole) {
    return {
      missing: null,
      sentence: `Based on all ${countOf(whole.total, 'transaction')}, as of ${formatInstant(whole.asOf)}.`,
    };
  }
  const of = total === undefined ? 'an unknown number of transactions' : countOf(total, 'transaction');
  const missing = `${formatCount(trades.length)} of ${of}`;
  return { missing, sentence: `Based on ${missing}.` };
}

interface ShownProps {
  customer: CustomerRow;
  email: string;
  statement: Statement;
  trades: readonly Trade[];
  counted: readonly string[] | null;
  seen: StatementBasis;
  days: Days;
}

function Shown({ customer, email, statement, trades, counted, seen, days }: ShownProps) {
  const now = useNow();
  const { missing } = seen;
  const name = customer.name?.trim();
  const period = daysText(days);
  return (
    <>
      <PeriodChoice {...{ days, now }} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-wrap items-center gap-2 text-table">
          {missing && <Badge tone="warning">PARTIAL</Badge>}
          <span className="text-soft wrap-anywhere">
            {period && <strong className="font-semibold">{period}. </strong>}
            {missing && <strong className="font-semibold">Incomplete: </strong>}
            {seen.sentence}
            {statement.from !== null && statement.to !== null && (
              <>
                {' '}
                Trades from {formatInstant(statement.from)} to {formatInstant(statement.to)}.
              </>
            )}
          </span>
        </p>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button icon={<Printer size={16} aria-hidden />} onClick={() => printAs(name, email, seen, days)}>
            Print
          </Button>
          <ExportButton
            name={fileName('statement', name)}
            columns={lineCsvOf(period !== null)}
            rows={statement.lines}
            partial={missing ?? undefined}
          />
        </div>
      </div>
      <Statuses statuses={statement.statuses} counted={counted} />
      <LeftOutNotes statement={statement} />
      {statement.lines.length === 0 ? (
        <Notice
          title={period ? 'No transactions or positions in this period' : 'No transactions are counted'}
        >
          {period
            ? 'Choose another period.'
            : `None of the ${countOf(trades.length, 'transaction')} has a counted status and type. Choose the statuses to count above.`}
        </Notice>
      ) : (
        <>
          <StatementTables lines={statement.lines} seen={seen} isPeriod={period !== null} />
          <PositionPanel lines={statement.lines} seen={seen} name={name} />
        </>
      )}
      <Method />
      <p className="text-label text-muted">{zoneSentence(now)}</p>
    </>
  );
}

/** Prints, or keeps as a file, under a name that says whose it is and whether it is whole. */
function printAs(name: string | undefined, email: string, { missing }: StatementBasis, days: Days): void {
  const title = document.title;
  const words = [fileName('Statement', name ?? email.split('@')[0]), daysText(days), missing && 'PARTIAL'];
  document.title = words.filter(Boolean).join(' ');
  window.addEventListener('afterprint', () => (document.title = title), { once: true });
  window.print();
}

function Method() {
  return (
    <Panel title="How this is calculated">
      <div className="flex max-w-3xl flex-col gap-2 px-4 py-3 text-soft text-table">
        <p>
          <strong className="font-semibold">Realised profit (average cost).</strong> For each sale: volume ×
          (price − average cost of the units held before it). Buying changes the average cost, selling
          doesn’t.
        </p>
        <p>
          <strong className="font-semibold">Net position.</strong> Units bought minus units sold in these
          transactions; it may differ from what the customer holds. If more was sold than bought, the position
          is short: the cost of those units is unknown, and their sale is not included in the profit.
        </p>
        <p>Fees, payouts and transfers are not included. Currencies are not combined.</p>
      </div>
    </Panel>
  );
}

function SkeletonStatement(): ReactNode {
  return (
    <div aria-hidden className="flex flex-col gap-3">
      {[1, 2].map((panel) => (
        <div key={panel} className="rounded-panel border border-hairline bg-panel">
          <div className="flex h-11 items-center border-hairline border-b px-4">
            <Skeleton className="w-40" />
          </div>
          {[1, 2, 3, 4].map((line) => (
            <div key={line} className="flex h-11 items-center justify-between px-4">
              <Skeleton className="w-48" />
              <Skeleton className="w-24" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
