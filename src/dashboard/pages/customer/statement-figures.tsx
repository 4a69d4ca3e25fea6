import type { ReactNode } from 'react';
import { type Side, type StatementLine, totalOf } from '#dashboard/api/customers/statement-line.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import type { How } from '#dashboard/ui/provenance.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { moneyText, priceText, volumeText } from './figures.ts';

const NO_PRICE = 'A price is missing among these transactions.';

interface FigureColumn {
  id: string;
  label: string;
  how?: Omit<How, 'basis'>;
  show: (line: StatementLine) => ReactNode;
  /** What adds up over the tokens of a currency. */
  total?: (line: StatementLine) => string | null;
}

const opening: FigureColumn = {
  id: 'opening',
  label: 'Opening position',
  how: { title: 'Opening position', formula: 'Units bought minus units sold before the period.' },
  show: ({ opening }) => <Units text={opening} />,
};

const figureColumns: readonly FigureColumn[] = [
  {
    id: 'bought',
    label: 'Bought',
    show: ({ bought, currency }) => <SideCell side={bought} currency={currency} noun="buy" />,
    total: ({ bought }) => bought.value,
  },
  {
    id: 'sold',
    label: 'Sold',
    show: ({ sold, currency }) => <SideCell side={sold} currency={currency} noun="sell" />,
    total: ({ sold }) => sold.value,
  },
  {
    id: 'position',
    label: 'Net position',
    how: { title: 'Net position', formula: 'Units bought minus units sold.' },
    show: (line) => <Position line={line} />,
  },
  {
    id: 'cost',
    label: 'Average cost',
    how: {
      title: 'Average cost',
      formula: 'Paid for the units that were bought and not sold, per unit.',
    },
    show: ({ averageCost, currency, position }) =>
      averageCost === null ? (
        <Unknown reason={Number(position) > 0 ? NO_PRICE : 'Fully sold.'} />
      ) : (
        priceText(averageCost, currency)
      ),
  },
  {
    id: 'realised',
    label: 'Realised profit',
    how: {
      title: 'Realised profit by average cost',
      formula:
        'For each sale: volume × (price − average cost before it). Units sold without a known purchase are not included.',
    },
    show: ({ realised, currency }) => <Money text={realised} currency={currency} signed />,
    total: ({ realised }) => realised,
  },
];

/** The figures of a line; those of a period open and close with a position. */
export function figureColumnsOf(isPeriod: boolean): readonly FigureColumn[] {
  if (!isPeriod) return figureColumns;
  return [
    opening,
    ...figureColumns.map((column) =>
      column.id === 'position' ? { ...column, label: 'Closing position' } : column,
    ),
  ];
}

/** The figures that add up over the tokens of a currency. */
export function totalsOf(own: readonly StatementLine[]) {
  return figureColumns.flatMap(({ id, label, total }) =>
    total ? [{ id, label, text: totalOf(own, total), signed: id === 'realised' }] : [],
  );
}

export function TokenName({ line: { token } }: { line: StatementLine }) {
  return (
    <>
      <bdi className="block truncate print:whitespace-normal" title={clip(token.name ?? token.id, 300)}>
        {clip(token.name ?? token.id, 120)}
      </bdi>
      <span className="block truncate font-normal text-label text-muted print:text-[6.5pt]">
        {token.symbol ? clip(token.symbol, 30) : clip(token.id, 30)}
      </span>
    </>
  );
}

function SideCell({ side, currency, noun }: { side: Side; currency: string; noun: string }) {
  if (side.trades === 0) return <span className="text-muted">0</span>;
  return (
    <>
      {volumeText(side.volume)}
      <span className="block text-label text-muted print:text-[6.5pt]">
        {side.value === null ? <Unknown reason={NO_PRICE} /> : `for ${moneyText(side.value, currency)}`}
      </span>
      <span className="block whitespace-normal text-label text-muted print:text-[6.5pt]">
        {countOf(side.trades, noun)}
        {side.average !== null && `, at ${priceText(side.average, currency)}`}
      </span>
    </>
  );
}

/** A position in units; one below zero says so in words, too. */
function Units({ text }: { text: string }) {
  const short = text.startsWith('-');
  return (
    <>
      <span className={short ? 'text-warning' : ''}>{volumeText(text)}</span>
      {short && <span className="block text-label text-warning print:text-[6.5pt]">short</span>}
    </>
  );
}

function Position({ line: { position, uncovered } }: { line: StatementLine }) {
  return (
    <>
      <Units text={position} />
      {uncovered !== '0' && (
        <span
          className="block text-label text-muted print:text-[6.5pt]"
          title="The cost is unknown, and the sale is not in the profit."
        >
          {volumeText(uncovered)} sold without a known purchase
        </span>
      )}
    </>
  );
}

export function Money({
  text,
  currency,
  signed = false,
}: {
  text: string | null;
  currency: string;
  signed?: boolean;
}) {
  if (text === null) return <Unknown reason={NO_PRICE} />;
  const written = moneyText(text, currency);
  const tone =
    !signed || /^−?[0.,\s]*$/.test(written) ? '' : written.startsWith('−') ? 'text-danger' : 'text-success';
  return (
    <span className={tone}>
      {tone === 'text-success' && '+'}
      {written}
      <span className="ml-1 text-muted">{clip(currency, 10)}</span>
    </span>
  );
}
