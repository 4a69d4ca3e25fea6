import type { ReactNode } from 'react';
import { minorDigits } from '#contract/money.ts';
import { type Side, type StatementLine, totalOf } from '#dashboard/api/customers/statement-line.ts';
import { countOf, formatDecimal, formatFine } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import type { How } from '#dashboard/ui/provenance.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

const BAD_PRICE = 'A price among these transactions is negative.';

const underClass = 'block text-label text-muted print:text-[6.5pt]';

export interface FigureColumn {
  label: string;
  how?: Pick<How, 'title' | 'formula'>;
  show: (line: StatementLine) => ReactNode;
  /** The sum over the lines of a currency, of what adds up. */
  total?: (lines: readonly StatementLine[], currency: string) => ReactNode;
}

/** The figures of a line; those of a period open and close with a position. */
export const figureColumnsOf = (isPeriod: boolean): FigureColumn[] => [
  ...(isPeriod ? [opening] : []),
  sideColumn('Bought', 'buy', ({ bought }) => bought),
  sideColumn('Sold', 'sell', ({ sold }) => sold),
  {
    label: isPeriod ? 'Closing position' : 'Net position',
    how: { title: 'Net position', formula: 'Units bought minus units sold.' },
    show: ({ position, uncovered }) => (
      <>
        <Units text={position} />
        {uncovered !== '0' && (
          <span className={underClass} title="The cost is unknown, and the sale is not in the profit.">
            {volumeText(uncovered)} sold without a known purchase
          </span>
        )}
      </>
    ),
  },
  {
    label: 'Average cost',
    how: { title: 'Average cost', formula: 'Paid for the units that were bought and not sold, per unit.' },
    show: ({ averageCost, currency, position }) =>
      averageCost === null ? (
        <Unknown reason={Number(position) > 0 ? BAD_PRICE : 'Fully sold.'} />
      ) : (
        priceText(averageCost, currency)
      ),
  },
  {
    label: 'Realised profit',
    how: {
      title: 'Realised profit by average cost',
      formula:
        'For each sale: volume × (price − average cost before it). Units sold without a known purchase are not included.',
    },
    show: ({ realised, currency }) => <Profit text={realised} currency={currency} />,
    total: (lines, currency) => (
      <Profit text={totalOf(lines, ({ realised }) => realised)} currency={currency} />
    ),
  },
];

const opening: FigureColumn = {
  label: 'Opening position',
  how: { title: 'Opening position', formula: 'Units bought minus units sold before the period.' },
  show: ({ opening }) => <Units text={opening} />,
};

function sideColumn(label: string, noun: string, of: (line: StatementLine) => Side): FigureColumn {
  return {
    label,
    show: (line) => <SideCell side={of(line)} currency={line.currency} noun={noun} />,
    total: (lines, currency) => <Money text={totalOf(lines, (line) => of(line).value)} currency={currency} />,
  };
}

export function TokenName({ line: { token } }: { line: StatementLine }) {
  const name = token.name ?? token.id;
  return (
    <>
      <bdi className="block truncate print:whitespace-normal" title={clip(name, 300)}>
        {clip(name, 120)}
      </bdi>
      <span className={`${underClass} truncate font-normal`}>{clip(token.symbol || token.id, 30)}</span>
    </>
  );
}

function SideCell({ side, currency, noun }: { side: Side; currency: string; noun: string }) {
  if (side.trades === 0) return <span className="text-muted">0</span>;
  return (
    <>
      {volumeText(side.volume)}
      <span className={underClass}>
        {side.value === null ? <Unknown reason={BAD_PRICE} /> : `for ${moneyText(side.value, currency)}`}
      </span>
      <span className={`${underClass} whitespace-normal`}>
        {countOf(side.trades, noun)}
        {side.average !== null && `, at ${priceText(side.average, currency)}`}
      </span>
    </>
  );
}

/** A position in units; one below zero says so in words, too. */
function Units({ text }: { text: string }) {
  if (!text.startsWith('-')) return volumeText(text);
  return (
    <span className="text-warning">
      {volumeText(text)}
      <span className="block text-label print:text-[6.5pt]">short</span>
    </span>
  );
}

interface MoneyProps {
  text: string | null;
  currency: string;
}

function Profit({ text, currency }: MoneyProps) {
  const written = text === null ? '' : moneyText(text, currency);
  const money = <Money text={text} currency={currency} />;
  if (/^[0.,\s]*$/.test(written)) return money;
  if (written.startsWith('−')) return <span className="text-danger">{money}</span>;
  return <span className="text-success">+{money}</span>;
}

function Money({ text, currency }: MoneyProps) {
  if (text === null) return <Unknown reason={BAD_PRICE} />;
  return (
    <>
      {moneyText(text, currency)}
      <span className="ml-1 text-muted">{clip(currency, 10)}</span>
    </>
  );
}

/** An amount of money with the digits of its currency. */
export function moneyText(text: string, currency: string): string {
  const digits = minorDigits(currency);
  return formatDecimal(text, digits, digits);
}

/** A price, or an average of prices, which may have digits beyond the currency's. */
export function priceText(text: string, currency: string): string {
  const digits = minorDigits(currency);
  return formatFine(text, digits, digits + 2);
}

export function volumeText(text: string): string {
  return formatFine(text, 0, 6);
}
