import { minorDigits } from '#contract/money.ts';
import { withGroups } from '#dashboard/lib/convention.ts';
import { type Cover, cutTo, percentText } from './cover.ts';

interface CoverMeterProps {
  cover: Cover | null;
  /** The loan-to-value before the edit that is under way; null where there was none. */
  before: number | null;
  currency: string;
  /** Lines that have no value yet, which the meter leaves out. */
  left: number;
}

/** How much of the collateral's value is lent, before and after the edit under way, against the limit. */
export function CoverMeter({ cover, before, currency, left }: CoverMeterProps) {
  if (!cover || cover.loanToValue === null) {
    return (
      <p className="text-muted text-table">
        Loan-to-value is shown once there are an amount and a valued line.
      </p>
    );
  }
  const { loanToValue, loanToValueLimit: limit, sufficient } = cover;
  const scale = Math.max(
    limit * 1.35,
    Math.min(loanToValue, limit * 3),
    before ? Math.min(before, limit * 3) : 0,
  );
  const placeOf = (share: number) => `${Math.min(100, (share / scale) * 100)}%`;
  const digits = minorDigits(currency);
  const moved = before !== null && percentText(before) !== percentText(loanToValue);
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-muted text-table">Loan-to-value</span>
        <span className="tabular font-semibold text-section">
          {moved && (
            <span className="font-normal text-body text-muted">
              <span className="sr-only">before </span>
              {percentText(before)} <span aria-hidden>→</span>
              <span className="sr-only">, now</span>{' '}
            </span>
          )}
          <span className={sufficient ? '' : 'text-danger'}>{percentText(loanToValue)}</span>
        </span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element can't carry the limit's mark */}
      <div
        role="meter"
        aria-label="Loan-to-value"
        aria-valuemin={0}
        aria-valuemax={Math.round(scale * 1000) / 10}
        aria-valuenow={Math.min(Math.round(loanToValue * 1000) / 10, Math.round(scale * 1000) / 10)}
        aria-valuetext={`${percentText(loanToValue)}, the limit is ${percentText(limit)}`}
        className="relative mt-2 h-2 rounded-control bg-active"
      >
        <div
          style={{ width: placeOf(loanToValue) }}
          className={`drawn h-full rounded-control transition-[width] ${sufficient ? 'bg-accent' : 'bg-danger'}`}
        />
        {moved && (
          <span
            aria-hidden
            style={{ left: placeOf(before) }}
            className="drawn absolute inset-y-0 w-0.5 -translate-x-1/2 bg-muted"
          />
        )}
        <span
          aria-hidden
          style={{ left: placeOf(limit) }}
          className="drawn absolute -inset-y-1 w-0.5 -translate-x-1/2 bg-text"
        />
      </div>
      <p className="tabular mt-2 text-label text-muted">Limit {percentText(limit)}</p>
      <p role="status" className={`mt-1 text-table ${sufficient ? 'text-success' : 'text-danger'}`}>
        {sufficient
          ? cover.room === '0' || /^0(\.0+)?$/.test(cutTo(cover.room, digits, 'down'))
            ? 'Covered, just at the limit.'
            : `Covered. ${withGroups(cutTo(cover.room, digits, 'down'))} ${currency} more could be lent.`
          : `Not covered: ${withGroups(cutTo(cover.missing, digits, 'up'))} ${currency} of value is missing.`}
      </p>
      {left > 0 && (
        <p className="mt-1 text-label text-warning">
          Without {left} {left === 1 ? 'line' : 'lines'} that can’t be valued yet.
        </p>
      )}
    </div>
  );
}
