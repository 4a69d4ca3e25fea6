import type { ReactNode } from 'react';
import type { Side, StatementLine } from '#dashboard/api/customers/statement-line.ts';
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

/** The figures of a line, and what is added up over the tokens of a currency. */
export const figureColumns: readonly FigureColumn[] = [
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
    label: 'Observed position',
    how: { title: 'Observed net position', formula: 'All that was bought less all that was sold.' },
    show: (line) => <Position line={line} />,
  },
  {
    id: 'cost',
    label: 'Average cost',
    how: {
      title: 'Average cost',
      formula: 'What was paid for the tokens that were bought and are not sold, by unit.',
    },
    show: ({ averageCost, currency, position }) =>
      averageCost === null ? (
        <Unknown reason={Number(position) > 0 ? NO_PRICE : 'Nothing that was seen bought is held.'} />
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
        'For each sale of what was seen bought: volume × (price − average cost just before it), added up. Sales beyond that have no known cost and are left out.',
    },
    show: ({ realised, currency }) => <Money text={realised} currency={currency} signed />,
    total: ({ realised }) => realised,
  },
];

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
      <span className="block text-label text-muted print:text-[6.5pt]">
        {countOf(side.trades, noun)}
        {side.average !== null && `, at ${priceText(side.average, currency)}`}
      </span>
    </>
  );
}

function Position({ line: { position, uncovered } }: { line: StatementLine }) {
  const short = position.startsWith('-');
  return (
    <>
      <span className={short ? 'text-warning' : ''}>{volumeText(position)}</span>
      {short && <span className="block text-label text-warning print:text-[6.5pt]">observed short</span>}
      {uncovered !== '0' && (
        <span
          className="block text-label text-muted print:text-[6.5pt]"
          title="Its cost is not known, and it is not in the profit."
        >
          {volumeText(uncovered)} sold without a purchase seen
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
