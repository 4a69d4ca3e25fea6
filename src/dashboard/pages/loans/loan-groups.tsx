import { Big } from 'big.js';
import { loansAddress } from '#dashboard/api/addresses.ts';
import { type LoanContext, type LoanFilter, UNREADABLE_MONTH } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { formatMonth } from '#dashboard/lib/times.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { CardLines } from '#dashboard/list/card-lines.tsx';
import { head, moneyColumn } from '#dashboard/list/columns.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { rateOf } from './loan-totals.tsx';
import type { Grouping, LoanGroupRow } from './loan-view.ts';

/** What groups of loans go by, and how each is called. */
export interface GroupContext extends Pick<LoanContext, 'nameOf'> {
  by: Grouping;
  /** What the loans are narrowed by. */
  filter: LoanFilter;
}

/** The columns of a list of groups; `loans` decides how wide fractions are. */
export function groupColumns(loans: readonly LoanRow[], context: GroupContext): Column<LoanGroupRow>[] {
  const sums = (id: string, header: string, sum: 'principal' | 'repayment' | 'interest') =>
    moneyColumn(
      head(id, header, 'w-38', 'w-24'),
      (row: Pick<LoanGroupRow, typeof sum | 'currency'>) => ({ amount: row[sum], currency: row.currency }),
      loans.map(singleOf),
    );
  return [
    {
      ...head('group', HEADS[context.by], 'w-62', 'w-32'),
      required: true,
      sortable: { by: (row) => (context.by === 'month' ? row.key : groupName(row, context)) },
      cell: (row) => {
        const href = groupHref(row, context);
        const name = <bdi>{groupName(row, context)}</bdi>;
        return href === undefined ? (
          name
        ) : (
          <RowLink href={href} title={row.key} className="block truncate font-medium hover:underline">
            {name}
          </RowLink>
        );
      },
    },
    {
      ...head('loans', 'Loans', 'w-20', 'w-8'),
      align: 'end',
      sortable: { by: ({ count }) => count },
      cell: ({ count }) => <span className="tabular">{formatCount(count)}</span>,
    },
    sums('amount', 'Amount', 'principal'),
    sums('repay', 'Total repayable', 'repayment'),
    sums('interest', 'Interest', 'interest'),
    {
      ...head('rate', 'Avg. monthly rate', 'w-34', 'w-12'),
      hint: 'Weighted by principal',
      align: 'end',
      sortable: { by: ({ rate }) => rate && Number(rate) },
      cell: rateOf,
    },
  ];
}

const HEADS = { borrower: 'Borrower', month: 'Due month' };

/** A loan by itself, as if it were a group. */
function singleOf({ amount, repayment_amount, currency }: LoanRow) {
  const interest = new Big(repayment_amount).minus(amount).toFixed();
  return { principal: String(amount), repayment: String(repayment_amount), interest, currency };
}

export function groupName({ key }: LoanGroupRow, { by, nameOf }: GroupContext): string {
  if (by === 'month') return key === UNREADABLE_MONTH ? 'Unreadable date' : formatMonth(key);
  return key === '' ? 'No borrower' : clip(nameOf(key) ?? truncateMiddle(key), 80);
}

/** The loans of a group; an address can't ask for loans without a borrower, or without a currency. */
export function groupHref({ key, currency }: LoanGroupRow, { by, filter }: GroupContext): string | undefined {
  if (key === '' || currency === '') return undefined;
  return loansAddress({ ...filter, currency: [currency], [by]: key });
}

export function GroupCard({ group, context }: { group: LoanGroupRow; context: GroupContext }) {
  const { principal, repayment, currency, count } = group;
  return (
    <CardLines
      title={groupName(group, context)}
      aside={
        <span className="font-medium">
          <Money amount={principal} currency={currency} />
        </span>
      }
      note={
        <span className="flex w-full flex-wrap justify-between gap-x-3">
          <span className="whitespace-nowrap">{countOf(count, 'loan')}</span>
          <span>
            Total repayable <Money amount={repayment} currency={currency} />
          </span>
        </span>
      }
    />
  );
}

/** The columns of an exported file of groups, in the order of the list. */
export function groupFile({ by, nameOf }: GroupContext): FileColumn<LoanGroupRow>[] {
  const keys: FileColumn<LoanGroupRow>[] =
    by === 'month'
      ? [{ heading: 'Due month', cell: ({ key }) => key }]
      : [
          { heading: 'Borrower', cell: ({ key }) => nameOf(key) },
          { heading: 'Borrower ID', cell: ({ key }) => key },
        ];
  return [
    ...keys,
    { heading: 'Currency', cell: ({ currency }) => currency },
    { heading: 'Loans', cell: ({ count }) => count },
    { heading: 'Closed loans', cell: ({ closed }) => closed },
    { heading: 'Amount', as: 'amount', cell: ({ principal }) => principal },
    { heading: 'Total repayable', as: 'amount', cell: ({ repayment }) => repayment },
    { heading: 'Interest', as: 'amount', cell: ({ interest }) => interest },
    { heading: 'Average monthly rate (decimal)', as: 'decimal', cell: ({ rate }) => rate?.toFixed() },
  ];
}
