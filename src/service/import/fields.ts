import * as z from 'zod/mini';
import { storable } from '#contract/fields.ts';
import { isDecimal, significantDigits } from '#contract/money.ts';
import { INVESTMENT_TYPES } from '#contract/tokens.ts';

/** What a new record gets for a field that its file leaves out. */
type Fallback = { value: unknown } | { sameAs: string } | 'now' | 'generated' | null;

/** A field of an import file. Its schema takes the text of a CSV cell and the value of a JSON file. */
export interface Field {
  schema: z.ZodMiniType;
  /** Null if the field is required. */
  fallback: Fallback;
}

/** Fields by their path in the interface, such as `user.kyc.bank`. A path that ends in `*` takes any name there. */
export type Fields = Record<string, Field>;

export const required = (schema: z.ZodMiniType): Field => ({ schema, fallback: null });
export const optional = (schema: z.ZodMiniType, value: unknown): Field => ({ schema, fallback: { value } });
export const sameAs = (schema: z.ZodMiniType, path: string): Field => ({
  schema,
  fallback: { sameAs: path },
});
export const now = (schema: z.ZodMiniType): Field => ({ schema, fallback: 'now' });
export const generated = (schema: z.ZodMiniType): Field => ({ schema, fallback: 'generated' });

/** Converts the text of a CSV cell; other values stay as they are, except -0, which the database stores as 0. */
function fromText<T extends z.ZodMiniType>(convert: (text: string) => unknown, schema: T) {
  const read = (value: unknown) => {
    const converted = typeof value === 'string' ? convert(value) : value;
    return converted === 0 ? 0 : converted;
  };
  return z.pipe(z.transform(read), schema);
}

export function text(maximum = 200) {
  return z
    .string('must be a text')
    .check(z.maxLength(maximum, `must have at most ${maximum} characters`), storable);
}

export function filledText(maximum = 200) {
  return text(maximum).check(z.refine((value) => value.trim() !== '', 'must not be empty'));
}

export const id = z
  .string('must be a text')
  .check(
    z.regex(
      /^[A-Za-z0-9][\w.:@-]{0,99}$/,
      'must be 1 to 100 letters, digits or _ . : @ - and begin with a letter or digit',
    ),
  );

export const email = z.email('must be an email address such as ada@example.com').check(z.maxLength(254));

export const currency = z
  .string('must be a text')
  .check(z.regex(/^[A-Z][A-Z0-9]{1,9}$/, 'must be a currency code in capitals, such as NGN'));

const NUMBER = 'must be a number of 0 or more, written with digits and a point, such as 1250.5';

/** Decimals that a double can hold exactly enough; others stay texts, which the schema refuses. */
const toNumber = (text: string) => (isDecimal(text) && significantDigits(text) <= 15 ? Number(text) : text);

export const number = fromText(toNumber, z.number(NUMBER).check(z.minimum(0, NUMBER)));

export const positive = fromText(
  toNumber,
  z.number(NUMBER).check(z.positive('must be a number above 0, written with digits and a point')),
);

export const share = fromText(
  toNumber,
  z
    .number('must be a number from 0 to 1: write 5% as 0.05')
    .check(z.maximum(1, 'must be a number from 0 to 1: write 5% as 0.05'), z.minimum(0)),
);

export function whole(minimum: number, maximum: number) {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return fromText(toNumber, z.int(message).check(z.minimum(minimum, message), z.maximum(maximum, message)));
}

const FLAGS: Record<string, boolean> = { true: true, yes: true, false: false, no: false };

export const flag = fromText((text) => FLAGS[text.toLowerCase()] ?? text, z.boolean('must be true or false'));

const INSTANT = 'must be a time such as 2026-01-31T09:30:00Z, or a date such as 2026-01-31';

const inUtc = (value: string) => new Date(value).toISOString();

/** A time. In UTC it must be in the years 1 to 9999, too, which are all that databases and answers can write. */
export const instant = z.pipe(
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], INSTANT)
    .check(z.refine((value) => /^(?!0000)\d{4}-/.test(inUtc(value)), INSTANT)),
  z.transform(inUtc),
);

export const address = text(2_000).check(
  z.refine(
    (value) => value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
    'must be an http or https address',
  ),
);

const TYPES = ['Private', 'Public'];

/** A token's type. The filter for private tokens knows the two by their own spelling. */
export const tokenType = z.pipe(
  filledText(50),
  z.transform((text) => TYPES.find((type) => type.toLowerCase() === text.trim().toLowerCase()) ?? text),
);

export const investmentType = filledText().check(
  z.refine(
    (value) => (INVESTMENT_TYPES as readonly string[]).includes(value.toLowerCase()),
    `must be one of ${INVESTMENT_TYPES.join(', ')}`,
  ),
);

/** Several texts: in a CSV cell, they are separated by semicolons. */
export const texts = fromText(
  (text) =>
    text
      .split(';')
      .map((one) => one.trim())
      .filter(Boolean),
  z.array(filledText(), 'must be a list of texts').check(z.minLength(1, 'must name at least one')),
);
