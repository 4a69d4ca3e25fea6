import type { ReactNode } from 'react';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { PrintedLine } from '#dashboard/forms/printed-line.tsx';
import { StandingBadge } from '#dashboard/forms/standing-badge.tsx';
import { amountText } from '#dashboard/lib/figures.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { CopyButton } from '#dashboard/ui/copy-id.tsx';
import { PageTitle } from '#dashboard/ui/page-title.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import { WholeId } from './whole-id.tsx';

/** The borrower, the amount and the standing; on paper also the organisation, the date and who printed it. */
export function LoanHead(props: {
  id: string;
  loan: LoanRow | undefined;
  name?: string | undefined;
  now: number;
  children?: ReactNode;
}) {
  const { id, loan, name, now, children } = props;
  const address = useHydrated() ? location.href : '';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <PrintedLine />
        <PageTitle title={`${headingOf(loan, name)}, ${truncateMiddle(id)}`}>
          {loan ? (
            <>
              <bdi>{borrowerOf(loan, name)}</bdi> · {moneyOf(loan)}
            </>
          ) : (
            'Loan'
          )}
        </PageTitle>
        <div className="flex flex-wrap items-center gap-x-3 text-muted">
          {loan && <StandingBadge loan={loan} now={now} />}
          <WholeId id={id} name="loan ID" />
          <span className="inline-flex items-center text-label print:hidden">
            Copy link <CopyButton text={address} label="Copy link to this page" />
          </span>
        </div>
      </div>
      <div className="flex items-center gap-2 print:hidden">{children}</div>
    </div>
  );
}

/** `Kwabena Tetteh · 2,530,000.00 KES`; the borrower's id if no name is known. */
export function headingOf(loan: LoanRow | undefined, name: string | undefined): string {
  return loan ? `${borrowerOf(loan, name)} · ${moneyOf(loan)}` : 'Loan';
}

function borrowerOf({ borrower }: LoanRow, name: string | undefined): string {
  return clip(name ?? truncateMiddle(borrower), 80);
}

function moneyOf({ amount, currency }: LoanRow): string {
  return `${amountText(amount, currency)} ${clip(currency, 20)}`;
}
