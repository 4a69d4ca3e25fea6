import * as z from 'zod/mini';
import { recordedDecimal } from '#contract/loan-collateral.ts';
import { trimmed } from '#dashboard/lib/decimal.ts';
import { readDecimal } from '#dashboard/lib/decimal-input.ts';

const line = z.object({
  tokenId: z.string(),
  name: z.nullable(z.string()),
  quantity: z.string(),
  price: z.string(),
});
/** What is typed, and the version that it is to replace: 0 if nothing was recorded. */
export const typed = z.object({ version: z.number(), lines: z.array(line) });
type Line = z.infer<typeof line>;

export const DIGITS = 8;

export type Complain = (field: 'quantity' | 'price', message: string) => null;

/** A line as it is sent. What is wrong in it is said at its field, and then nothing may be sent. */
export function readLine({ tokenId, name, ...typed }: Line, currency: string, complain: Complain) {
  /** Empty if nothing was typed, null if it is wrong. */
  const read = (field: Parameters<Complain>[0], ofCurrency?: string) => {
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

type Recorded = { tokenId: string; quantity: string; price: string | null };

/** Whether lines are those that are recorded. */
export function isSame(recorded: readonly Recorded[], lines: readonly Recorded[]): boolean {
  const facts = (all: readonly Recorded[]) =>
    all.map(({ tokenId, quantity, price }) => [tokenId, quantity, price]);
  return JSON.stringify(facts(recorded)) === JSON.stringify(facts(lines));
}
