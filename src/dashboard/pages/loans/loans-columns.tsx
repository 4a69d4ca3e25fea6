import { Big } from 'big.js';
import { parseRepaymentDate } from '#contract/dates.ts';
import { loanAddress } from '#dashboard/api/addresses.ts';
import { lookOfStatus } from '#dashboard/api/loans/loan-status.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { urgencyOf } from '#dashboard/api/loans/standing.ts';
import { StandingBadge } from '#dashboard/forms/standing-badge.tsx';
import { countOf, formatAmount, formatRate } from '#dashboard/lib/figures.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { head, textCell } from '#dashboard/list/columns.tsx';
import type { Column, SortValue } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { DateTime, UnreadableDate } from '#dashboard/ui/date-time.tsx';
import { known, knownId, knownTime } from '#dashboard/ui/known.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** What the columns need besides the loan. */
export interface LoanColumnContext {
  /** Milliseconds since 1970: decides what is due. */
  now: number;
  nameOf: (userId: string) => string | undefined;
}

/** The list's columns. `rows` decides how wide fractions are. */
export function loanColumns(rows: readonly LoanRow[], context: LoanColumnContext): Column<LoanRow>[] {
  const { now, nameOf } = context;
  const amountDigits = widestFraction(rows, 'amount');
  const repaymentDigits = widestFraction(rows, 'repayment_amount');
  const by = (value: (loan: LoanRow) => SortValue) => ({ by: value });
  return [
    {
      ...head('standing', 'Standing', 'w-54', 'w-36'),
      sortable: by((loan) => urgencyOf(loan, now)),
      cell: (loan) => <StandingBadge loan={loan} now={now} />,
    },
    {
      ...head('borrower', 'Borrower', 'w-40', 'w-32'),
      required: true,
      sortable: by(({ borrower }) => nameOf(borrower) ?? borrower),
      cell: (loan) => <Borrower loan={loan} nameOf={nameOf} />,
    },
    {
      ...head('amount', 'Amount', 'w-40', 'w-24'),
      align: 'end',
      sortable: by(({ amount }) => amount),
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} alignTo={amountDigits} />,
    },
    {
      ...head('repay', 'Total repayable', 'w-40', 'w-24'),
      align: 'end',
      sortable: by(({ repayment_amount }) => repayment_amount),
      cell: (loan) => (
        <Money amount={loan.repayment_amount} currency={loan.currency} alignTo={repaymentDigits} />
      ),
    },
    {
      ...head('interest', 'Interest', 'w-34', 'w-20'),
      optional: true,
      align: 'end',
      sortable: by((loan) => Number(interestOf(loan))),
      cell: (loan) => <Money amount={interestOf(loan)} currency={loan.currency} />,
    },
    {
      ...head('rate', 'Monthly rate', 'w-28', 'w-8'),
      align: 'end',
      sortable: by(({ interest_rate }) => interest_rate),
      cell: ({ interest_rate }) => known(interest_rate, 'rate', (rate) => figure(formatRate(rate, 2))),
    },
    {
      ...head('term', 'Term', 'w-21', 'w-14'),
      align: 'end',
      sortable: by(({ duration }) => duration),
      cell: ({ duration }) => known(duration, 'term', (months) => figure(countOf(months, 'month'))),
    },
    {
      ...head('created', 'Created', 'w-36', 'w-28'),
      sortable: by(({ created_at }) => created_at),
      cell: ({ created_at }) => knownTime(created_at, 'date of creation'),
    },
    {
      ...head('due', 'Due date', 'w-36', 'w-28'),
      sortable: by(({ repayment_date }) => repayment_date && parseRepaymentDate(repayment_date)?.at),
      cell: (loan) => <Due loan={loan} />,
    },
    {
      ...head('status', 'Status', 'w-29', 'w-14'),
      hint: 'As returned by the API',
      optional: true,
      sortable: by(({ status }) => status),
      cell: ({ status }) => <Status status={status} />,
    },
    { ...head('id', 'Loan', 'w-37', 'w-28'), optional: true, cell: ({ id }) => knownId(id, 'loan id') },
    {
      ...head('reason', 'Reason', 'w-60', 'w-40'),
      optional: true,
      cell: ({ reason }) => textCell(reason, 'This loan was created without a reason.'),
    },
  ];
}

/** The loan's page; undefined for a loan without an id, which has none. */
export function hrefOf({ id, created_at }: LoanRow): string {
  return loanAddress(id, created_at);
}

/** What a loan's link is called. */
export function labelOf(nameOf: LoanColumnContext['nameOf']): (loan: LoanRow) => string {
  return ({ borrower }) => `the loan of ${nameOf(borrower) ?? borrower}`;
}

/** A loan where there is no room for columns. */
export function LoanCard({ loan, now, nameOf }: { loan: LoanRow } & LoanColumnContext) {
  const { borrower } = loan;
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <bdi className="min-w-0 truncate font-medium">{nameOf(borrower) ?? truncateMiddle(borrower)}</bdi>
        <span className="shrink-0 font-medium">
          <Money amount={loan.amount} currency={loan.currency} />
        </span>
      </div>
      <div className="mt-1.5 flex items-center justify-between gap-3 text-muted text-table">
        <StandingBadge loan={loan} now={now} />
        <span className="shrink-0">
          <Due loan={loan} brief />
        </span>
      </div>
    </>
  );
}

/** Total repayable less the amount. */
function interestOf({ amount, repayment_amount }: LoanRow): string {
  return new Big(repayment_amount).minus(amount).toFixed();
}

/** The borrower, by name where it is known, as the link to the loan. */
function Borrower({ loan, nameOf }: { loan: LoanRow; nameOf: LoanColumnContext['nameOf'] }) {
  const { borrower } = loan;
  const name = nameOf(borrower);
  return (
    <RowLink href={hrefOf(loan)} title={borrower} className="block truncate font-medium hover:underline">
      <bdi>{name ? clip(name, 80) : <span className="font-mono">{truncateMiddle(borrower)}</span>}</bdi>
    </RowLink>
  );
}

function Status({ status }: { status: string }) {
  const { word, tone } = lookOfStatus(status);
  return <Badge tone={tone}>{word}</Badge>;
}

function Due({ loan, brief = false }: { loan: LoanRow; brief?: boolean }) {
  const text = loan.repayment_date;
  if (!text) return <Unknown reason="No due date returned." />;
  const at = parseRepaymentDate(text)?.at;
  return at === undefined ? <UnreadableDate text={text} /> : <DateTime at={at} brief={brief} />;
}

const figure = (text: string) => <span className="tabular">{text}</span>;

function widestFraction(rows: readonly LoanRow[], field: 'amount' | 'repayment_amount'): number {
  const widths = rows.map((row) => formatAmount(row[field], row.currency).fraction.length - 1);
  return widths.reduce((widest, width) => Math.max(widest, width), 0);
}
