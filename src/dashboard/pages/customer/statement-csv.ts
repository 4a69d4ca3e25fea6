import { Big } from 'big.js';
import type { Movement, StatementLine } from '#dashboard/api/customers/statement-line.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';

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

/** A movement with the line that it belongs to. */
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
  const cut = (text: string) => {
    const exact = new Big(text);
    return exact.round(Math.max(4, 14 - exact.e), Big.roundDown).toFixed();
  };
  return amount(heading, (row) => {
    const text = of(row);
    return text === null ? null : cut(text);
  });
}
