import { type FieldErrors, set } from 'react-hook-form';
import * as z from 'zod/mini';
import { type CollateralContent, recordedDecimal } from '#contract/loan-collateral.ts';
import { trimmed } from '#dashboard/lib/decimal.ts';
import { readDecimal } from '#dashboard/lib/decimal-input.ts';

const text = z.string();
const line = z.object({ tokenId: text, name: z.nullable(text), quantity: text, price: text });
/** What is typed, and the version that it is to replace: 0 if nothing was recorded. */
export const typed = z.object({ version: z.number(), lines: z.array(line) });
export type Typed = z.infer<typeof typed>;

export const DIGITS = 8;

/** What is typed as it is sent, or what is wrong by field. */
export function readTyped({ version, lines }: Typed, currency: string) {
  const errors: FieldErrors<Typed> = {};
  const read = lines.map((typed, index) =>
    readLine(typed, currency, (field, message) => {
      set(errors, `lines.${index}.${field}`, { type: 'custom', message });
      return null;
    }),
  );
  return errors.lines ? { values: {}, errors } : { values: { version, lines: read }, errors: {} };
}

type Complain = (field: 'quantity' | 'price', message: string) => null;

/** A line as it is sent, unless something is wrong in it. */
export function readLine(
  { tokenId, name, ...typed }: z.infer<typeof line>,
  currency: string,
  complain: Complain,
) {
  /** Empty if nothing was typed, null if it is wrong. */
  const read = (field: 'quantity' | 'price', ofCurrency?: string) => {
    const reading = readDecimal(typed[field], { digits: DIGITS, currency: ofCurrency });
    if (reading.kind === 'empty') return '';
    if (reading.kind === 'problem') return complain(field, reading.problem);
    const decimal = trimmed(reading.decimal);
    if (recordedDecimal.safeParse(decimal).success) return decimal;
    return complain(field, 'Use at most 15 digits before the decimal point, and 12 after it.');
  };
  const quantity = read('quantity');
  const price = read('price', currency);
  if (quantity !== null && !/[1-9]/.test(quantity)) complain('quantity', 'Enter a quantity above 0.');
  return { tokenId, name, quantity: quantity ?? '', price: price || null };
}

type Recorded = Pick<CollateralContent['lines'][number], 'tokenId' | 'quantity' | 'price'>;

export function isSame(recorded: readonly Recorded[], lines: readonly Recorded[] | undefined): boolean {
  const facts = (all: readonly Recorded[] | undefined) =>
    JSON.stringify(all?.map(({ tokenId, quantity, price }) => [tokenId, quantity, price]));
  return facts(recorded) === facts(lines);
}
