import { loanAddress } from '#dashboard/api/addresses.ts';
import type { LoanContext } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import type { Column } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { CardLines, type CardLinesProps } from './card-lines.tsx';
import { head } from './columns.tsx';

export function loanHref({ id, created_at }: LoanRow): string {
  return loanAddress(id, created_at);
}

export function loanLabel({ borrower }: LoanRow, nameOf: LoanContext['nameOf']): string {
  return `the loan of ${nameOf(borrower) ?? borrower}`;
}

/** The column of borrowers, by name where it is known, each the link to the loan. */
export function borrowerColumn<Row>(
  width: Column<Row>['width'],
  loanOf: (row: Row) => LoanRow,
  nameOf: LoanContext['nameOf'],
): Column<Row> {
  return {
    ...head('borrower', 'Borrower', width, 'w-32'),
    required: true,
    sortable: { by: (row) => nameOf(loanOf(row).borrower) ?? loanOf(row).borrower },
    cell: (row) => {
      const loan = loanOf(row);
      const name = nameOf(loan.borrower);
      return (
        <RowLink
          href={loanHref(loan)}
          title={loan.borrower}
          className="block truncate font-medium hover:underline"
        >
          <bdi>
            {name ? clip(name, 80) : <span className="font-mono">{truncateMiddle(loan.borrower)}</span>}
          </bdi>
        </RowLink>
      );
    },
  };
}

type LoanCardProps = { loan: LoanRow } & Pick<LoanContext, 'nameOf'> &
  Pick<CardLinesProps, 'note' | 'noteAside'>;

/** A loan as a card: its borrower and its amount, and below them the other fields of the list. */
export function LoanCardLines(props: LoanCardProps) {
  const { loan, nameOf, ...notes } = props;
  return (
    <CardLines
      title={nameOf(loan.borrower) ?? truncateMiddle(loan.borrower)}
      aside={
        <span className="shrink-0 font-medium">
          <Money amount={loan.amount} currency={loan.currency} />
        </span>
      }
      {...notes}
    />
  );
}
