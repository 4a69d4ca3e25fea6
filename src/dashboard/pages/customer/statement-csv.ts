import { trimEnd } from '#contract/trim-end.ts';
import type { Movement, StatementLine } from '#dashboard/api/customers/statement-line.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';

/** The columns of a statement as a file, in the order of the page. Figures are unformatted, and to the digit. */
export const lineCsvOf = (isPeriod: boolean): FileColumn<StatementLine>[] => [
  { heading: 'Currency', cell: ({ currency }) => currency },
  { heading: 'Token', cell: ({ token }) => token.name },
  { heading: 'Symbol', cell: ({ token }) => token.symbol },
  { heading: 'Token ID', cell: ({ token }) => token.id },
  ...(isPeriod
    ? [
        {
          heading: 'Opening position (units)',
          as: 'decimal' as const,
          cell: ({ opening }: StatementLine) => figure(opening),
        },
      ]
    : []),
  { heading: 'Buys', cell: ({ bought }) => bought.trades },
  { heading: 'Bought (units)', as: 'decimal', cell: ({ bought }) => figure(bought.volume) },
  { heading: 'Bought value', as: 'amount', cell: ({ bought }) => figure(bought.value) },
  { heading: 'Average buy price', as: 'amount', cell: ({ bought }) => figure(bought.average) },
  { heading: 'Sells', cell: ({ sold }) => sold.trades },
  { heading: 'Sold (units)', as: 'decimal', cell: ({ sold }) => figure(sold.volume) },
  { heading: 'Sold value', as: 'amount', cell: ({ sold }) => figure(sold.value) },
  { heading: 'Average sell price', as: 'amount', cell: ({ sold }) => figure(sold.average) },
  {
    heading: `${isPeriod ? 'Closing' : 'Net'} position (units)`,
    as: 'decimal',
    cell: ({ position }) => figure(position),
  },
  {
    heading: 'Sold without a known purchase (units)',
    as: 'decimal',
    cell: ({ uncovered }) => figure(uncovered),
  },
  { heading: 'Average cost per unit', as: 'amount', cell: ({ averageCost }) => figure(averageCost) },
  { heading: 'Realised profit (average cost)', as: 'amount', cell: ({ realised }) => figure(realised) },
  { heading: 'Trades without a price', cell: ({ unpriced }) => unpriced },
];

/** A movement with the line that it belongs to. */
export interface LineMovement {
  line: StatementLine;
  movement: Movement;
}

export const movementCsv: FileColumn<LineMovement>[] = [
  { heading: 'Date', as: 'instant', cell: ({ movement }) => movement.written },
  { heading: 'Currency', cell: ({ line }) => line.currency },
  { heading: 'Token', cell: ({ line }) => line.token.name },
  { heading: 'Token ID', cell: ({ line }) => line.token.id },
  { heading: 'Type', cell: ({ movement }) => movement.side },
  { heading: 'Volume (units)', as: 'decimal', cell: ({ movement }) => figure(movement.volume) },
  { heading: 'Price per unit', as: 'amount', cell: ({ movement }) => figure(movement.price) },
  { heading: 'Value', as: 'amount', cell: ({ movement }) => figure(movement.value) },
  {
    heading: 'Position afterwards (units)',
    as: 'decimal',
    cell: ({ movement }) => figure(movement.position),
  },
  {
    heading: 'Sold without a known purchase (units)',
    as: 'decimal',
    cell: ({ movement }) => figure(movement.uncovered),
  },
  {
    heading: 'Realised profit (average cost)',
    as: 'amount',
    cell: ({ movement }) => figure(movement.realised),
  },
  { heading: 'Reference', cell: ({ movement }) => movement.reference },
  { heading: 'Transaction ID', cell: ({ movement }) => movement.id },
];

/** What a file is called by: the customer's name, without what no file's name may hold. */
export function fileName(what: string, name: string | undefined): string {
  const words = (name ?? '').replace(/[^\p{L}\p{M}\p{N} '’.-]/gu, ' ').replace(/\s+/g, ' ');
  const plain = trimEnd(words.replace(/^[ .]+/, ''), ' .').slice(0, 60);
  return plain === '' ? what : `${what} ${plain}`;
}

/** A decimal to ten places: an average can go on for ever. */
function figure(text: string | null): string | null {
  if (text === null) return null;
  const [whole = '', part = ''] = text.split('.');
  const cut = trimEnd(part.slice(0, 10), '0');
  return cut === '' ? whole : `${whole}.${cut}`;
}
