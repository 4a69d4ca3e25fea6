import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { Link } from 'react-router-dom';
import { loanAddress, loansAddress } from '#dashboard/api/addresses.ts';
import type { LoanFilter } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { StandingText } from '#dashboard/forms/standing-badge.tsx';
import { countOf } from '#dashboard/lib/figures.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

interface Outlook {
  currency: string;
  now: number;
  /** `30 of 137 loans` while loans are missing. */
  seen: string | null;
  /** More loans are on their way. */
  growing: boolean;
  /** What the figures rest on, as a sentence. */
  basis: string;
  nameOf: (userId: string) => string | undefined;
}

const OutlookContext = createContext<Outlook | null>(null);
export const OutlookProvider = OutlookContext.Provider;

/** What the panels around go by. Throws outside of an OutlookProvider. */
export function useOutlook(): Outlook {
  const outlook = use(OutlookContext);
  if (!outlook) throw new Error('A panel of the overview needs its outlook.');
  return outlook;
}

/** A panel about the currency of the page; while loans are missing, it says so. */
export function CurrencyPanel({ title, aside, children }: ComponentProps<typeof Panel>) {
  const { currency, seen } = useOutlook();
  return (
    <Panel
      title={`${title} (${currencyName(currency)})`}
      aside={
        <div className="flex items-center gap-2">
          {seen !== null && (
            <span title={`Based on ${seen}; the others are not loaded yet.`}>
              {/* So short that the head stays one line: its panel moves neither now nor once all loans are here. */}
              <Badge tone="warning">So far</Badge>
            </span>
          )}
          {aside}
        </div>
      }
    >
      {children}
    </Panel>
  );
}

export function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-4 py-6 text-center text-muted text-table">{children}</p>;
}

export const asideLink =
  'inline-flex items-center rounded-control px-1.5 py-1 text-accent-text text-table hover:underline max-md:-my-1.5 max-md:min-h-11';

export const lineLink =
  'min-w-0 truncate rounded-control font-medium underline-offset-4 hover:text-accent-text hover:underline';

export interface LoanLinesProps {
  label: string;
  loans: readonly LoanRow[];
  /** What is said of a loan before its standing. */
  note?: ((loan: LoanRow) => string) | undefined;
}

/** A few loans, a line each: whose, how much, and what about it. */
export function LoanLines({ label, loans, note }: LoanLinesProps) {
  const { now, nameOf } = useOutlook();
  return (
    <ul aria-label={label} className="divide-y divide-hairline">
      {loans.map((loan, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list: loans may come without an id, or twice
          key={index}
          className="relative flex items-center justify-between gap-3 px-4 py-2 text-table max-md:min-h-11"
        >
          <div className="min-w-0">
            <Link
              to={loanAddress(loan.id, loan.created_at)}
              title={clip(loan.borrower, 300)}
              className={`${lineLink} block max-md:after:absolute max-md:after:inset-0`}
            >
              <bdi>{clip(nameOf(loan.borrower) ?? truncateMiddle(loan.borrower), 100)}</bdi>
            </Link>
            <div className="text-label">
              {note && <span className="text-muted">{note(loan)} · </span>}
              <StandingText loan={loan} now={now} />
            </div>
          </div>
          <span className="shrink-0 font-medium">
            <Money amount={loan.repayment_amount} currency={loan.currency} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The address of a currency's loans; null without its name: an address without a currency means every loan. */
export function loansIn(currency: string, filter: Partial<LoanFilter>): string | null {
  return currency === '' ? null : loansAddress({ ...filter, currency: [currency] });
}

export function FigureLink(props: {
  to: string | null;
  name: string;
  className?: string;
  children: ReactNode;
}) {
  const { to, name, className = '', children } = props;
  if (to === null) return <span className={className}>{children}</span>;
  return (
    <Link
      to={to}
      aria-label={name}
      className={`rounded-control decoration-border underline-offset-4 hover:text-accent-text hover:underline hover:decoration-accent-text ${className}`}
    >
      {children}
    </Link>
  );
}

export function currencyName(currency: string): string {
  return clip(currency, 20);
}

/** A count of loans in words. */
export function loansText(count: number): string {
  return count === 0 ? 'no loans' : countOf(count, 'loan');
}
