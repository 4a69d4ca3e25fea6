import fc from 'fast-check';

/** Plain decimals of an amount: without leading zeros, with at most two fraction digits. */
export const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.constantFrom(0, 1, 2), fc.nat(99))
  .map(([whole, digits, fraction]) =>
    digits === 0 ? `${whole}` : `${whole}.${String(fraction).padStart(2, '0').slice(0, digits)}`,
  );
