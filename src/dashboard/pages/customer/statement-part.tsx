import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import { tradeList } from '#dashboard/api/customers/customer-transactions.ts';
import type { Statement } from '#dashboard/api/customers/statement.ts';
import type { Trade } from '#dashboard/api/customers/statement-line.ts';
import { useAllRows } from '#dashboard/api/http/all-rows.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
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
import { fileName, lineCsv } from './statement-csv.ts';
import { StatementTables } from './statement-tables.tsx';
import { type StatementBasis, useStatement } from './use-statement.ts';

/** How many transactions there are in all, of those lists that are complete. */
const complete = new WeakMap<readonly Trade[], { total: number; asOf: number }>();

/** All of a customer's trades, added up. */
export function StatementPart({ email, customer }: { email: string; customer: CustomerRow }) {
  const all = useAllRows(tradeList(email), true);
  const [search] = useSearchParams();
  const { rows, progress } = all;
  // Rows stay during a refresh until others take their place, and are as complete as they were.
  if (progress.state === 'complete' && rows.length === progress.total)
    complete.set(rows, { total: rows.length, asOf: all.asOf });
  const counted = search.has('count') ? search.getAll('count').slice(0, 50) : null;
  const answer = useStatement(rows, counted, progress.state === 'loading');

  if (rows.length === 0 && progress.state === 'complete') {
    return (
      <Notice title="There is nothing to state" action={<Button onClick={all.refresh}>Refresh</Button>}>
        The service lists no transactions of this customer.
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
          {...{ customer, email, seen }}
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
      sentence: `Worked out from all ${countOf(whole.total, 'transaction')}, as of ${formatInstant(whole.asOf)}.`,
    };
  }
  const of = total === undefined ? 'an unknown number of transactions' : countOf(total, 'transaction');
  const missing = `${formatCount(trades.length)} of ${of}`;
  return { missing, sentence: `Worked out from ${missing}.` };
}

interface ShownProps {
  customer: CustomerRow;
  email: string;
  statement: Statement;
  trades: readonly Trade[];
  counted: readonly string[] | null;
  seen: StatementBasis;
}

function Shown({ customer, email, statement, trades, counted, seen }: ShownProps) {
  const now = useNow();
  const { missing } = seen;
  const name = customer.name?.trim();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-wrap items-center gap-2 text-table">
          {missing && <Badge tone="warning">PARTIAL</Badge>}
          <span className="text-soft wrap-anywhere">
            {missing && <strong className="font-semibold">Not the whole story: </strong>}
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
          <Button icon={<Printer size={16} aria-hidden />} onClick={() => printAs(name, email, missing)}>
            Print
          </Button>
          <ExportButton
            name={fileName('statement', name)}
            columns={lineCsv}
            rows={statement.lines}
            total={statement.lines.length}
            partial={missing ?? undefined}
          />
        </div>
      </div>
      <Statuses statuses={statement.statuses} counted={counted} />
      <LeftOutNotes statement={statement} loaded={trades.length} />
      {statement.lines.length === 0 ? (
        <Notice title="No transaction counts">
          None of the {countOf(trades.length, 'transaction')} has a status and a type that count. Choose above
          which statuses count.
        </Notice>
      ) : (
        <>
          <StatementTables lines={statement.lines} seen={seen} />
          <PositionPanel lines={statement.lines} seen={seen} name={name} />
        </>
      )}
      <Method />
      <p className="text-label text-muted">{zoneSentence(now)}</p>
    </>
  );
}

/** Prints, or keeps as a file, under a name that says whose it is and whether it is whole. */
function printAs(name: string | undefined, email: string, missing: string | null): void {
  const title = document.title;
  document.title = `${fileName('Statement', name ?? email.split('@')[0])}${missing ? ' PARTIAL' : ''}`;
  window.addEventListener('afterprint', () => (document.title = title), { once: true });
  window.print();
}

function Method() {
  return (
    <Panel title="How this is worked out">
      <div className="flex max-w-3xl flex-col gap-2 px-4 py-3 text-soft text-table">
        <p>
          <strong className="font-semibold">Realised profit by average cost.</strong> A sale of tokens that
          were seen bought brings its price less the average price that was paid for all that was held just
          before it. Buying changes the average, selling doesn’t.
        </p>
        <p>
          <strong className="font-semibold">Observed.</strong> The position is what was bought less what was
          sold in these transactions. What a customer sold beyond what was seen bought was come by elsewhere:
          the observed position is then short, and as nobody knows what those tokens cost, their sale is not
          in the profit. It may differ from what the customer holds.
        </p>
        <p>
          Fees, payouts and transfers are not in the service’s transactions, and so not in these figures.
          Currencies are never added together.
        </p>
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
