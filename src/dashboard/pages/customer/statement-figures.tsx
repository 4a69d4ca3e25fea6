import { Big } from 'big.js';
import type { ReactNode } from 'react';
import { minorDigits } from '#contract/money.ts';
import {
  type Movement,
  type Side,
  type StatementLine,
  totalOf,
} from '#dashboard/api/customers/statement-line.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
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
  ...(isPeriod
    ? [
        {
          label: 'Opening position',
          how: { title: 'Opening position', formula: 'Units bought minus units sold before the period.' },
          show: ({ opening }: StatementLine) => <Units text={opening} />,
        },
      ]
    : []),
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
  const written = moneyText(text, currency);
  return (
    // On paper, one that is too long for its column would be cut.
    <span className={written.length > 20 ? 'print:whitespace-normal print:wrap-anywhere' : ''}>
      {written}
      <span className="ml-1 text-muted">{clip(currency, 10)}</span>
    </span>
  );
}

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

/** The columns of a statement as a file, in the order of the page. Figures are unformatted, and to the digit. */
export const lineCsvOf = (isPeriod: boolean): FileColumn<StatementLine>[] => [
  { heading: 'Currency', cell: ({ currency }) => currency },
  { heading: 'Token', cell: ({ token }) => token.name },
  { heading: 'Symbol', cell: ({ token }) => token.symbol },
  { heading: 'Token ID', cell: ({ token }) => token.id },
  ...(isPeriod ? [units<StatementLine>('Opening position (units)', ({ opening }) => opening)] : []),
  { heading: 'Buys', cell: ({ bought }) => bought.trades },
  units('Bought (units)', ({ bought }) => bought.volume),
  amount('Bought value', ({ bought }) => bought.value),
  quotient('Average buy price', ({ bought }) => bought.average),
  { heading: 'Sells', cell: ({ sold }) => sold.trades },
  units('Sold (units)', ({ sold }) => sold.volume),
  amount('Sold value', ({ sold }) => sold.value),
  quotient('Average sell price', ({ sold }) => sold.average),
  units(`${isPeriod ? 'Closing' : 'Net'} position (units)`, ({ position }) => position),
  units('Sold without a known purchase (units)', ({ uncovered }) => uncovered),
  quotient('Average cost per unit', ({ averageCost }) => averageCost),
  quotient('Realised profit (average cost)', ({ realised }) => realised),
  { heading: 'Trades with a negative price', cell: ({ unpriced }) => unpriced },
];

export interface LineMovement extends Movement {
  line: StatementLine;
}

export const movementCsv: FileColumn<LineMovement>[] = [
  { heading: 'Date', as: 'instant', cell: ({ written }) => written },
  { heading: 'Currency', cell: ({ line }) => line.currency },
  { heading: 'Token', cell: ({ line }) => line.token.name },
  { heading: 'Token ID', cell: ({ line }) => line.token.id },
  { heading: 'Type', cell: ({ side }) => side },
  units('Volume (units)', ({ volume }) => volume),
  amount('Price per unit', ({ price }) => price),
  amount('Value', ({ value }) => value),
  units('Position afterwards (units)', ({ position }) => position),
  units('Sold without a known purchase (units)', ({ uncovered }) => uncovered),
  quotient('Realised profit (average cost)', ({ realised }) => realised),
  { heading: 'Reference', cell: ({ reference }) => reference },
  { heading: 'Transaction ID', cell: ({ id }) => id },
];

function units<Row>(heading: string, cell: FileColumn<Row>['cell']): FileColumn<Row> {
  return { heading, as: 'decimal', cell };
}

function amount<Row>(heading: string, cell: FileColumn<Row>['cell']): FileColumn<Row> {
  return { heading, as: 'amount', cell };
}

/** An amount that a division gave, which can go on for ever: cut to the digits that a spreadsheet takes for a number. */
function quotient<Row>(heading: string, of: (row: Row) => string | null): FileColumn<Row> {
  return amount(heading, (row) => {
    const text = of(row);
    const exact = text === null ? null : new Big(text);
    return exact?.round(Math.max(4, 14 - exact.e), Big.roundDown).toFixed();
  });
}
