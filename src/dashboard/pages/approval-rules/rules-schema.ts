import * as z from 'zod/mini';
import { limitProblem, minorDigits } from '#contract/money.ts';
import { moneyProblem, readPercent } from '#dashboard/forms/decimal-field.tsx';
import { rateOfPercent } from '#dashboard/lib/decimal.ts';
import { readDecimal } from '#dashboard/lib/decimal-input.ts';
import { formatCount } from '#dashboard/lib/figures.ts';

/** A text that `read` turns into a value, or into null if it is wrong. */
const typed = <Value>(read: (text: string) => Value | null, message: () => string) =>
  z.pipe(
    z.string(),
    z.transform((text: string, { issues }): Value => {
      const value = read(text);
      if (value !== null) return value;
      issues.push({ code: 'custom', input: text, message: message() });
      return z.NEVER;
    }),
  );
const whole = (minimum: number, maximum: number) =>
  typed(
    (text) => {
      const reading = readDecimal(text);
      const decimal = reading.kind === 'decimal' ? reading.decimal : '';
      const count = Number(decimal);
      return /^\d+$/.test(decimal) && count >= minimum && count <= maximum ? count : null;
    },
    () => `Enter a whole number from ${minimum} to ${formatCount(maximum)}.`,
  );
const percent = typed(
  (text) => {
    const reading = readPercent(text);
    if (reading.kind !== 'decimal' || Number(reading.decimal) > 1_000) return null;
    return Number(rateOfPercent(reading.decimal));
  },
  () => `Enter a percentage from 0 to ${formatCount(1_000)}, such as 60.`,
);
const on = z.boolean();
const loanAmount = z.pipe(
  // A draft may be from before the terms had a currency.
  z.object({ on, above: z.record(z.string(), z.optional(z.string())) }),
  z.transform(({ on, above }, { issues }) => {
    const complain = (currency: string, message: string) =>
      issues.push({ code: 'custom', input: above, path: ['above', currency], message });
    const readings = Object.entries(above).map(([currency, text]) => {
      const reading = readDecimal(text ?? '', { digits: minorDigits(currency), currency });
      if (reading.kind === 'problem') complain(currency, reading.problem);
      const excess = reading.kind === 'decimal' && moneyProblem(reading.decimal, currency, limitProblem);
      if (excess) complain(currency, excess);
      return [currency, reading] as const;
    });
    const [first] = Object.keys(above);
    if (on && first !== undefined && readings.every(([, { kind }]) => kind === 'empty')) {
      complain(first, 'Enter an amount in at least one currency, or turn this rule off.');
    }
    const limits = readings.flatMap(([currency, reading]) =>
      reading.kind === 'decimal' ? [[currency, reading.decimal]] : [],
    );
    return { on, above: Object.fromEntries(limits) as Record<string, string> };
  }),
);
export const rulesSchema = z.object({
  runLines: z.object({ on, above: whole(0, 50_000) }),
  loanAmount,
  loanToValue: z.object({ on, above: percent }),
  lateBorrower: z.object({ on }),
  changedRules: z.object({ on }),
  expiresAfterHours: whole(1, 720),
});
