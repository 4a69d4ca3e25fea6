import { collateralRefusal } from '#contract/collateral.ts';
import { MAX_COLLATERAL_LINES } from '#contract/loans.ts';
import { minorDigits } from '#contract/money.ts';
import { withGroups } from '#dashboard/lib/convention.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { type Cover, coverOf, cutTo, lineValue, type PricedLine } from './cover.ts';
import type { LendingTerms } from './lending-terms.ts';
import type { CollateralLine, LoanValues } from './loan-values.ts';
import { readQuantity } from './read-fields.ts';

/** A collateral line with what follows from it. */
export interface CheckedLine {
  line: CollateralLine;
  /** Why the token can't be pledged, as the end of a sentence about it. */
  refusal: string | null;
  /** Plain decimals; null where they aren't known yet. */
  quantity: string | null;
  value: string | null;
}

export interface CheckedCollateral {
  lines: CheckedLine[];
  /** The lines that can be valued. */
  priced: PricedLine[];
  /** Null until there are an amount and a valued line. */
  cover: Cover | null;
}

/** Checks the collateral of a form against the amount (a plain decimal) and the terms. */
export function checkCollateral(
  values: LoanValues,
  amount: string | null,
  terms: LendingTerms,
  add: (field: string, message: string | null) => void,
): CheckedCollateral {
  const { currency } = values;
  const lines = values.collateral.map((line) => checkLine(line, currency, terms));
  lines.forEach(({ line, refusal }, index) => {
    const earlier = values.collateral.findIndex(({ token }) => token.id === line.token.id);
    const field = `collateral.${index}.token`;
    if (earlier < index) {
      add(
        field,
        `This token is already on line ${earlier + 1}. Enter the whole quantity there and remove this line.`,
      );
    } else if (refusal) add(field, `${line.token.name} ${refusal}. Remove the line.`);
    add(`collateral.${index}.quantity`, readQuantity(line.quantity).problem);
  });
  const surplus = lines.length - MAX_COLLATERAL_LINES;
  if (lines.length === 0) add('collateral', 'Add at least one token.');
  if (surplus > 0) {
    add('collateral', `Maximum is ${MAX_COLLATERAL_LINES} lines. Remove ${countOf(surplus, 'line')}.`);
  }
  const priced = lines.flatMap(({ line, quantity }) =>
    quantity !== null && line.token.price !== null ? [{ quantity, price: line.token.price }] : [],
  );
  const cover = amount !== null && priced.length > 0 ? coverOf(amount, priced, terms.ratio) : null;
  if (amount !== null && cover && !cover.sufficient && priced.length === lines.length) {
    const most = withGroups(cutTo(cover.highestAmount, minorDigits(currency), 'down'));
    const short = withGroups(cutTo(cover.missing, minorDigits(currency), 'up'));
    add(
      'collateral',
      `This collateral supports ${currency} ${most}. Add ${currency} ${short} of collateral or reduce the amount.`,
    );
  }
  return { lines, priced, cover };
}

function checkLine(line: CollateralLine, currency: string, terms: LendingTerms): CheckedLine {
  const { decimal } = readQuantity(line.quantity);
  const { price } = line.token;
  return {
    line,
    refusal: line.missing ? 'no longer exists' : tokenRefusal(line.token, currency, terms.categories),
    quantity: decimal,
    value: decimal !== null && price !== null ? lineValue({ quantity: decimal, price }) : null,
  };
}

/** Why a token can't be pledged, as the end of a sentence about it. A token that lacks a field can't be judged. */
export function tokenRefusal(
  token: CollateralLine['token'],
  currency: string,
  categories: readonly string[],
): string | null {
  if (token.category === undefined) return 'has no readable category';
  if (token.currency === undefined) return 'has no currency, so it can’t be valued';
  const refusal = collateralRefusal(
    {
      currency: token.currency,
      investment_category: token.category,
      exited: token.exited ?? false,
      cancelled: token.cancelled ?? false,
    },
    { currency, categories },
  );
  if (refusal) return refusal;
  if (token.price === null) return 'has no readable price, so it can’t be valued';
  return token.price === '0' ? 'is priced at 0' : null;
}
