import { trimEnd } from '#contract/trim-end.ts';
import type { Movement, StatementLine } from '#dashboard/api/customers/statement-line.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';

/** The columns of a statement as a file. Figures are unformatted, and to the digit. */
export const lineCsv: FileColumn<StatementLine>[] = [
  { heading: 'Currency', cell: ({ currency }) => currency },
  { heading: 'Token', cell: ({ token }) => token.name },
  { heading: 'Symbol', cell: ({ token }) => token.symbol },
  { heading: 'Token id', cell: ({ token }) => token.id },
  { heading: 'Buys', cell: ({ bought }) => bought.trades },
  { heading: 'Bought', cell: ({ bought }) => figure(bought.volume) },
  { heading: 'Bought value', cell: ({ bought }) => figure(bought.value) },
  { heading: 'Average buy price', cell: ({ bought }) => figure(bought.average) },
  { heading: 'Sells', cell: ({ sold }) => sold.trades },
  { heading: 'Sold', cell: ({ sold }) => figure(sold.volume) },
  { heading: 'Sold value', cell: ({ sold }) => figure(sold.value) },
  { heading: 'Average sell price', cell: ({ sold }) => figure(sold.average) },
  { heading: 'Observed net position', cell: ({ position }) => figure(position) },
  { heading: 'Sold without a purchase seen', cell: ({ uncovered }) => figure(uncovered) },
  { heading: 'Average cost of the position', cell: ({ averageCost }) => figure(averageCost) },
  { heading: 'Realised profit by average cost', cell: ({ realised }) => figure(realised) },
  { heading: 'Trades without a price', cell: ({ unpriced }) => unpriced },
];

/** A movement with the line that it belongs to. */
export interface LineMovement {
  line: StatementLine;
  movement: Movement;
}

export const movementCsv: FileColumn<LineMovement>[] = [
  { heading: 'Date', cell: ({ movement }) => movement.written },
  { heading: 'Currency', cell: ({ line }) => line.currency },
  { heading: 'Token', cell: ({ line }) => line.token.name },
  { heading: 'Token id', cell: ({ line }) => line.token.id },
  { heading: 'Type', cell: ({ movement }) => movement.side },
  { heading: 'Volume', cell: ({ movement }) => figure(movement.volume) },
  { heading: 'Price', cell: ({ movement }) => figure(movement.price) },
  { heading: 'Value', cell: ({ movement }) => figure(movement.value) },
  { heading: 'Observed position after it', cell: ({ movement }) => figure(movement.position) },
  { heading: 'Sold without a purchase seen', cell: ({ movement }) => figure(movement.uncovered) },
  { heading: 'Realised profit by average cost', cell: ({ movement }) => figure(movement.realised) },
  { heading: 'Reference', cell: ({ movement }) => movement.reference },
  { heading: 'Transaction id', cell: ({ movement }) => movement.id },
];

/** What a file is called by: the customer's name, without what no file's name may hold. */
export function fileName(what: string, name: string | undefined): string {
  const words = (name ?? '').replace(/[^\p{L}\p{M}\p{N} '’.-]/gu, ' ').replace(/\s+/g, ' ');
  const plain = trimEnd(words.replace(/^[ .]+/, ''), ' .').slice(0, 60);
  return plain === '' ? what : `${what} ${plain}`;
}

/**
 * A decimal that a spreadsheet takes for one. The writer makes texts inert that begin with a minus, which only
 * a number is allowed to; an average that goes on for ever is cut after ten digits.
 */
function figure(text: string | null): string | number | null {
  if (text === null) return null;
  const [whole = '', part = ''] = text.split('.');
  const cut = trimEnd(part.slice(0, 10), '0');
  const short = cut === '' ? whole : `${whole}.${cut}`;
  // Texts below nought are handed over as numbers wherever a number holds them to the digit.
  return short.startsWith('-') && String(Number(short)) === short ? Number(short) : short;
}
