import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { countOf, formatAmount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';

/** A sum as text, exact: formatters take decimals as texts as well as numbers. */
export function sumText(sum: string, currency: string): string {
  const { whole, fraction } = formatAmount(sum, currency);
  return `${whole}${fraction}`;
}

export function currencyName(currency: string): string {
  return clip(currency, 20);
}

/** A count of loans; of part of them it says so. */
export function loansText(count: number): string {
  return count === 0 ? 'no loans' : countOf(count, 'loan');
}

/** Leads to the loans behind a figure. */
export function FigureLink({
  to,
  name,
  className = '',
  children,
}: {
  to: string;
  name: string;
  className?: string;
  children: ReactNode;
}) {
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
