import { expect, test } from 'vitest';
import { currencyAmount, orderText } from './entry-facts.ts';

test.each([
  [1e-7, 'NGN', '0.0000001 NGN'],
  [1.5e21, 'USD', '1,500,000,000,000,000,000,000.00 USD'],
  [0, 'NGN', '0.00 NGN'],
  ['1250.5', 'NGN', '1,250.50 NGN'],
  ['1e5', 'NGN', null],
  ['', 'NGN', null],
  [-1, 'NGN', null],
  [Number.POSITIVE_INFINITY, 'NGN', null],
  [undefined, 'NGN', null],
] as const)('the amount %s of %s is written as %s', (amount, currency, text) => {
  expect(currencyAmount(amount, currency)).toBe(text);
});

test('an order at a very low price says its price', () => {
  const order = {
    _id: 'o',
    token: 't',
    user: 'u',
    price: 2e-8,
    currency: 'USD',
    amount: 3,
    status: 'Terminated',
  };
  expect(orderText({ ...order, type: 'Sell' })).toBe('Sell 3 at 0.00000002 USD');
});
