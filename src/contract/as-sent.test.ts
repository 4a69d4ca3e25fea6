import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { asSent, readAs } from './reading.ts';

const schema = z.object({
  id: z.string(),
  amount: z.number(),
  at: z.iso.datetime(),
  price: z.object({ sell: z.number(), buy: z.optional(z.number()) }),
  limits: z.record(z.string(), z.number()),
  lines: z.array(z.object({ token: z.string(), quantity: z.number() })),
  note: z.nullable(z.string()),
});

const json = fc.jsonValue({ maxDepth: 3 });
const line = fc.record({ token: json, quantity: json, more: json }, { requiredKeys: [] });
/** Anything that a service could send in a record's place: fields missing, added, null, or of another type. */
const sent = fc.oneof(
  fc.record(
    {
      id: fc.oneof(fc.string(), json),
      amount: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), json),
      at: fc.oneof(fc.string(), json),
      price: fc.oneof(fc.record({ sell: json, buy: json }, { requiredKeys: [] }), json),
      limits: fc.oneof(fc.dictionary(fc.string(), json), json),
      lines: fc.oneof(fc.array(line), json),
      note: json,
      added: json,
      ['__proto__']: json,
    },
    { requiredKeys: [] },
  ),
);

test('what was read is given back as it was sent, whatever reading left out of it', () => {
  fc.assert(
    fc.property(sent, (value) => {
      const text = JSON.stringify(value);
      // What is in a list but is not a record is left out: all that is here is what was read.
      fc.pre(!hasOddLines(JSON.parse(text)));
      const seen = readAs(schema, JSON.parse(text));
      expect(asSent(seen)).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test('a copy of what was read is what was read', () => {
  const seen = readAs(schema, { id: 'a', added: 1 });
  expect(asSent(seen)).toEqual({ id: 'a', added: 1 });
  expect(asSent({ ...seen })).toEqual({ id: 'a' });
});

function hasOddLines(value: unknown): boolean {
  const { lines } = (value ?? {}) as { lines?: unknown };
  return (
    Array.isArray(lines) &&
    lines.some((item) => typeof item !== 'object' || item === null || Array.isArray(item))
  );
}
