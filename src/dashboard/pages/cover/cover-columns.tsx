import type { ReactNode } from 'react';
import type { LoanCollateral } from '#contract/loan-collateral.ts';
import type { Cover } from '#dashboard/api/loans/cover.ts';
import type { LoanContext } from '#dashboard/api/loans/loan-filter.ts';
import { standingOf, urgencyOf } from '#dashboard/api/loans/standing.ts';
import type { CoveredLoan } from '#dashboard/api/loans/use-covers.ts';
import { CoverBadge, CoverFall, coverLimit, coverShare } from '#dashboard/forms/cover-badge.tsx';
import { StandingBadge } from '#dashboard/forms/standing-badge.tsx';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { head, moneyColumn } from '#dashboard/list/columns.tsx';
import { borrowerColumn, LoanCardLines, loanHref } from '#dashboard/list/loan-rows.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { knownTime } from '#dashboard/ui/known.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

export function coverColumns({
  now,
  nameOf,
  mayRecord,
}: LoanContext & { mayRecord: boolean }): Column<CoveredLoan>[] {
  return [
    {
      ...head('cover', 'Cover', 'w-32', 'w-24'),
      cell: ({ cover }) => <CoverBadge cover={cover} />,
    },
    borrowerColumn('w-35', ({ loan }) => loan, nameOf),
    moneyColumn(head('amount', 'Amount', 'w-38', 'w-24'), ({ loan }) => loan),
    {
      ...head('value', 'Current value', 'w-38', 'w-24'),
      hint: 'Of the collateral, at current sell prices',
      align: 'end',
      sortable: { by: ({ cover }) => cover.current && Number(cover.current.value) },
      cell: ({ loan, cover: { state, current, why } }) => {
        if (state === 'asking') return <Skeleton className="w-24" />;
        if (!current) return <Unknown reason={why ?? 'A current price is missing.'} />;
        return <Money amount={current.value} currency={loan.currency} />;
      },
    },
    {
      ...head('then', 'LTV at origination', 'w-33', 'w-12'),
      align: 'end',
      sortable: { by: ({ cover }) => cover.atOrigination?.loanToValue },
      cell: ({ cover, collateral }) =>
        coverShare(
          cover.atOrigination?.loanToValue,
          collateral ? 'A price at origination is missing.' : cover.why,
        ),
    },
    {
      ...head('now', 'Current LTV', 'w-26', 'w-12'),
      align: 'end',
      sortable: { by: ({ cover }) => cover.current?.loanToValue },
      cell: ({ cover: { state, current, why } }) =>
        state === 'asking' ? <Skeleton className="w-12" /> : coverShare(current?.loanToValue, why),
    },
    {
      ...head('limit', 'Max. LTV', 'w-20', 'w-12'),
      align: 'end',
      cell: ({ cover }) => coverLimit(cover.limit, cover.why),
    },
    {
      ...head('fall', 'Price fall to limit', 'w-31', 'w-14'),
      hint: 'The fall in prices at which the loan would exceed the limit',
      align: 'end',
      sortable: { by: ({ cover }) => fallOf(cover) },
      cell: ({ cover }) => <CoverFall cover={cover} />,
    },
    {
      ...head('source', 'Collateral', 'w-38', 'w-24'),
      sortable: { by: ({ collateral }) => collateral && sourceOf(collateral) },
      cell: ({ loan, collateral, cover }) =>
        collateral === null && !mayRecord ? (
          'Not recorded'
        ) : collateral === null ? (
          <RowLink href={loanHref(loan)} className="text-accent-text hover:underline">
            Record by hand
          </RowLink>
        ) : (
          whyOr(cover, collateral && sourceOf(collateral))
        ),
    },
    {
      ...head('standing', 'Standing', 'w-60', 'w-36'),
      optional: true,
      sortable: { by: ({ loan }) => urgencyOf(loan, now) },
      cell: ({ loan }) => <StandingBadge loan={loan} now={now} />,
    },
    {
      ...head('at', 'Recorded', 'w-36', 'w-28'),
      optional: true,
      sortable: { by: ({ collateral }) => collateral?.at },
      cell: ({ collateral, cover }) => whyOr(cover, collateral && knownTime(collateral.at)),
    },
  ];
}

/** The fall to the limit. Collateral that is worth nothing has none left, and is the furthest past the limit. */
export function fallOf({ state, fall }: Cover): number | null {
  if (state === 'past') return Number(fall ?? -Infinity);
  return fall === null ? null : Number(fall);
}

/** The columns of an exported file, in the order of the list. */
export function coverFile({ now, nameOf }: LoanContext): FileColumn<CoveredLoan>[] {
  const words = { past: 'Past the limit', within: 'Within the limit', asking: 'Unknown', unknown: 'Unknown' };
  return [
    { heading: 'Cover', cell: ({ cover }) => words[cover.state] },
    { heading: 'Why unknown', cell: ({ cover }) => cover.why },
    { heading: 'Borrower', cell: ({ loan }) => nameOf(loan.borrower) },
    { heading: 'Currency', cell: ({ loan }) => loan.currency },
    { heading: 'Amount', as: 'amount', cell: ({ loan }) => loan.amount },
    { heading: 'Value at origination', as: 'amount', cell: ({ cover }) => cover.atOrigination?.value },
    { heading: 'Current value', as: 'amount', cell: ({ cover }) => cover.current?.value },
    {
      heading: 'LTV at origination (decimal)',
      as: 'decimal',
      cell: ({ cover }) => cover.atOrigination?.loanToValue,
    },
    { heading: 'Current LTV (decimal)', as: 'decimal', cell: ({ cover }) => cover.current?.loanToValue },
    { heading: 'Maximum LTV (decimal)', as: 'decimal', cell: ({ cover }) => cover.limit },
    { heading: 'Price fall to limit (decimal)', as: 'decimal', cell: ({ cover }) => cover.fall },
    { heading: 'Collateral', cell: ({ collateral }) => collateral && sourceOf(collateral) },
    { heading: 'Recorded', as: 'instant', cell: ({ collateral }) => collateral?.at },
    { heading: 'Recorded by', cell: ({ collateral }) => collateral?.who },
    { heading: 'Standing', cell: ({ loan }) => standingOf(loan, now).words },
    { heading: 'Loan ID', cell: ({ loan }) => loan.id },
    { heading: 'Borrower ID', cell: ({ loan }) => loan.borrower },
  ];
}

export function CoverCard({ row, nameOf }: { row: CoveredLoan } & Pick<LoanContext, 'nameOf'>) {
  const { loan, cover, collateral } = row;
  return (
    <LoanCardLines
      {...{ loan, nameOf }}
      note={<CoverBadge cover={cover} />}
      noteAside={
        cover.limit !== null && cover.current ? (
          <>
            LTV {coverShare(cover.current.loanToValue, cover.why)} of {coverLimit(cover.limit, null)}
          </>
        ) : (
          collateral === null && 'Not recorded'
        )
      }
    />
  );
}

function whyOr({ why }: Cover, value: ReactNode) {
  return value ?? <Unknown reason={why ?? ''} />;
}

function sourceOf({ source }: LoanCollateral): string {
  return source === 'created' ? 'Recorded at creation' : 'Recorded by hand';
}
