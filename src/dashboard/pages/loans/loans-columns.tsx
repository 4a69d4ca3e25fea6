import type { ReactNode } from 'react';
import { loanTiming } from '#contract/loan-timing.ts';
import type { LoanRow } from '#dashboard/api/loans.ts';
import { countOf, formatAmount, formatRate } from '#dashboard/lib/figures.ts';
import { formatSpan, readTimestamp } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import type { Column } from '#dashboard/table/column.ts';
import { Badge, type Tone } from '#dashboard/ui/badge.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

const statuses = new Map<string, { word: string; tone: Tone }>([
  ['ACTIVE', { word: 'Active', tone: 'info' }],
  ['REPAID', { word: 'Repaid', tone: 'success' }],
  ['OVERDUE', { word: 'Overdue', tone: 'warning' }],
  ['DEFAULTED', { word: 'Defaulted', tone: 'danger' }],
  ['LIQUIDATED', { word: 'Liquidated', tone: 'danger' }],
  ['CANCELLED', { word: 'Cancelled', tone: 'neutral' }],
]);

/** The list's columns. `rows` decides how wide fractions are, `now` what is due. */
export function loanColumns(rows: LoanRow[], now: number): Column<LoanRow>[] {
  const amountDigits = widestFraction(rows, 'amount');
  const repaymentDigits = widestFraction(rows, 'repayment_amount');
  return [
    {
      id: 'borrower',
      header: 'Borrower',
      width: 'w-37',
      skeleton: 'w-28',
      cell: ({ borrower }) => <Borrower id={borrower} />,
    },
    {
      id: 'amount',
      header: 'Amount',
      align: 'end',
      width: 'w-38',
      skeleton: 'w-24',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} alignTo={amountDigits} />,
    },
    {
      id: 'repay',
      header: 'To repay',
      align: 'end',
      width: 'w-38',
      skeleton: 'w-24',
      cell: (loan) => (
        <Money amount={loan.repayment_amount} currency={loan.currency} alignTo={repaymentDigits} />
      ),
    },
    {
      id: 'rate',
      header: 'Rate',
      hint: 'Interest a month',
      align: 'end',
      width: 'w-15',
      skeleton: 'w-8',
      cell: ({ interest_rate }) => known(interest_rate, 'rate', formatRate),
    },
    {
      id: 'term',
      header: 'Term',
      align: 'end',
      width: 'w-21',
      skeleton: 'w-14',
      cell: ({ duration }) => known(duration, 'term', (months) => countOf(months, 'month')),
    },
    {
      id: 'created',
      header: 'Created',
      width: 'w-36',
      skeleton: 'w-28',
      cell: ({ created_at }) => <Created text={created_at} />,
    },
    {
      id: 'due',
      header: 'Due',
      width: 'w-70',
      skeleton: 'w-44',
      cell: (loan) => <Due loan={loan} now={now} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: 'w-29',
      skeleton: 'w-14',
      cell: ({ status }) => <Status status={status} />,
    },
  ];
}

/** A loan where there is no room for columns. */
export function LoanCard({ loan, now }: { loan: LoanRow; now: number }) {
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span className="-my-2 min-w-0">
          <Borrower id={loan.borrower} />
        </span>
        <span className="font-medium">
          <Money amount={loan.amount} currency={loan.currency} />
        </span>
      </div>
      <div className="mt-1.5 flex items-center justify-between gap-3 text-muted text-table">
        <Due loan={loan} now={now} brief />
        <span className="shrink-0">
          <Status status={loan.status} />
        </span>
      </div>
    </>
  );
}

function Borrower({ id }: { id: string | undefined }) {
  return id ? <CopyId id={id} name="borrower id" /> : <Unknown reason="The service named no borrower." />;
}

function Created({ text }: { text: string | undefined }) {
  if (text === undefined) return <Unknown reason="The service gave no date of creation." />;
  const at = readTimestamp(text);
  return at === null ? <AsItCame text={text} /> : <DateTime at={at} />;
}

function Status({ status }: { status: string | undefined }) {
  if (!status) return <Unknown reason="The service gave no status." />;
  const known = statuses.get(status);
  return <Badge tone={known?.tone ?? 'neutral'}>{known?.word ?? clip(status, 100)}</Badge>;
}

function Due({ loan, now, brief = false }: { loan: LoanRow; now: number; brief?: boolean }) {
  const timing = loanTiming(loan, now);
  if (timing.dueAt === null) {
    if (loan.repayment_date) return <AsItCame text={loan.repayment_date} />;
    return <Unknown reason="The service gave no repayment date." />;
  }
  const date = <DateTime at={timing.dueAt} brief={brief} />;
  const beside = (look: string, words: string) => (
    <span className="inline-flex items-baseline gap-x-2 max-md:flex-wrap">
      {date} <span className={look}>{words}</span>
    </span>
  );
  switch (timing.state) {
    case 'due':
      return beside('text-muted', `in ${formatSpan(timing.dueAt - now)}`);
    case 'grace':
      return beside('text-warning', `in grace, ${formatSpan(timing.graceEndsAt - now)} left`);
    case 'past':
      return beside('text-danger', `${formatSpan(now - timing.graceEndsAt)} past grace`);
    case 'unknown':
      return timing.lacks === 'grace' ? beside('text-muted', 'grace unknown') : date;
    case 'closed':
      return date;
  }
}

/** A date that can't be read, as the service sent it. */
function AsItCame({ text }: { text: string }) {
  return (
    <span title={`As the service sent it; it can’t be read as a date: ${clip(text, 300)}`}>
      <bdi className="inline-block max-w-60 truncate align-bottom">{clip(text, 120)}</bdi>
    </span>
  );
}

function known(value: number | undefined, name: string, format: (value: number) => string): ReactNode {
  if (value === undefined) return <Unknown reason={`The service gave no ${name}.`} />;
  return <span className="tabular">{format(value)}</span>;
}

function widestFraction(rows: LoanRow[], field: 'amount' | 'repayment_amount'): number {
  const widths = rows.map((row) => {
    const amount = row[field];
    return amount === undefined ? 0 : formatAmount(amount, row.currency).fraction.length - 1;
  });
  return Math.max(0, ...widths);
}
