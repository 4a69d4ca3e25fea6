import { Link, useSearchParams } from 'react-router-dom';
import { formatCount } from '#dashboard/lib/figures.ts';
import type { CurrencyExposure } from './exposure.ts';
import { currencyName } from './sum.tsx';

interface CurrencySwitchProps {
  currencies: readonly CurrencyExposure[];
  chosen: CurrencyExposure | undefined;
}

/** Chooses the currency of what stands below. Each is an address of its own. */
export function CurrencySwitch({ currencies, chosen }: CurrencySwitchProps) {
  const [search] = useSearchParams();
  return (
    <nav aria-label="Currency" className="relative flex max-w-full gap-1 overflow-x-auto py-0.5">
      {currencies.map((own) => {
        const next = new URLSearchParams(search);
        next.set('currency', own.currency ?? 'none');
        return (
          <Link
            key={own.currency ?? ''}
            to={{ search: String(next) }}
            replace
            preventScrollReset
            aria-current={own === chosen ? 'true' : undefined}
            className="inline-flex h-8 shrink-0 items-center gap-1.5 rounded-control border border-transparent px-2.5 font-medium text-soft text-table transition-colors hover:bg-hover aria-[current=true]:border-border aria-[current=true]:bg-panel aria-[current=true]:text-text max-md:h-11 max-md:px-3.5"
          >
            {currencyName(own.currency)}
            <span className="tabular font-normal text-muted">
              {formatCount(own.open.count)}
              <span className="sr-only"> open loans</span>
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
