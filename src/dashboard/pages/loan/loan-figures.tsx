import { Big } from 'big.js';
import { isDecimal, minorDigits, suggestedRepayment } from '#contract/money.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { countOf, formatAmount, formatRate } from '#dashboard/lib/figures.ts';
import { formatClock } from '#dashboard/lib/times.ts';
import { FigureStrip, StripFigure } from '#dashboard/ui/figure-strip.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** What was lent, what comes back, and what lies between. */
export function LoanFigures({ loan, asOf }: { loan: LoanRow; asOf: number }) {
  const { amount, repayment_amount: repayment, currency, interest_rate: rate, duration } = loan;
  const interest = interestOf(loan);
  const money = (text: string) => textOf(text, currency);
  const known = [amount, repayment].map((value) => (value === undefined ? 'unknown' : money(String(value))));
  return (
    <FigureStrip>
      <StripFigure label="Amount">
        <Money amount={amount} currency={currency} />
      </StripFigure>
      <StripFigure
        label="Total repayable"
        note={interest.rule && <RuleNote {...interest.rule} money={money} />}
      >
        <Money amount={repayment} currency={currency} />
      </StripFigure>
      <StripFigure
        label="Interest"
        how={
          <Provenance
            title="Interest"
            how={() => ({
              title: 'Interest',
              formula:
                'Total repayable minus amount. The standard total is amount × (1 + monthly rate × months), rounded half up to the currency’s smallest unit.',
              inputs: [
                { label: 'Total repayable', value: known[1] ?? '' },
                { label: 'Amount', value: known[0] ?? '' },
                ...(interest.rule
                  ? [
                      { label: 'Standard total', value: money(interest.rule.suggested) },
                      { label: 'Difference', value: money(interest.rule.difference) },
                    ]
                  : []),
              ],
              basis: `Based on this loan at ${formatClock(asOf)}.`,
            })}
          />
        }
        note={interest.share != null && `${formatRate(Number(interest.share.toFixed(4)))} of the amount`}
      >
        <Money amount={interest.money} currency={currency} />
      </StripFigure>
      <StripFigure label="Monthly interest rate">
        {rate === undefined ? <Unknown reason="No rate returned." /> : formatRate(rate)}
      </StripFigure>
      <StripFigure label="Term">
        {duration === undefined ? <Unknown reason="No term returned." /> : countOf(duration, 'month')}
      </StripFigure>
    </FigureStrip>
  );
}

/** How the repayment compares with what the rule suggests. */
function RuleNote({ difference, money }: { difference: string; money: (text: string) => string }) {
  const by = Number(difference);
  if (by === 0) return 'matches amount × (1 + rate × months)';
  return by > 0
    ? `${money(difference)} above amount × (1 + rate × months)`
    : `${money(difference.slice(1))} below amount × (1 + rate × months)`;
}

function textOf(amount: string, currency: string): string {
  const { whole, fraction } = formatAmount(amount, currency);
  return `${whole}${fraction}`;
}

/** What a loan bears, as decimal strings of its currency. */
interface Interest {
  /** What is to be repaid beyond the amount. */
  money: string;
  /** That by the amount; null where the amount is 0. */
  share: number | null;
  /** What the rule suggests as repayment, and how much more (or less) is to be repaid; null if that is unknown. */
  rule: { suggested: string; difference: string } | null;
}

/** The interest of a loan, and how it compares with the rule: amount × (1 + rate × months). */
function interestOf(loan: LoanRow): Interest {
  const { amount, repayment_amount: repayment, currency } = loan;
  const digits = minorDigits(currency);
  const money = new Big(repayment).minus(amount);
  return {
    money: written(money, digits),
    share: amount === 0 ? null : Number(money.div(amount)),
    rule: ruleOf(loan, digits),
  };
}

function ruleOf(loan: LoanRow, digits: number): Interest['rule'] {
  const { amount, repayment_amount: repayment, interest_rate: interestRate, duration, currency } = loan;
  const text = new Big(amount).toFixed();
  if (interestRate === undefined || duration === undefined || !isDecimal(text)) return null;
  const suggested = suggestedRepayment({ amount: text, interestRate, duration, currency });
  return { suggested, difference: written(new Big(repayment).minus(suggested), digits) };
}

function written(value: Big, digits: number): string {
  const [, fraction = ''] = value.toFixed().split('.');
  return value.toFixed(Math.max(digits, fraction.length));
}
