import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { cancelRefusal, ORDER_CANCELLED_EVENT, orderCancelledEvent } from './orders.ts';

const ALLOWED = null;
const TERMINATED = 'ORDER_TERMINATED_ERROR';
const FULFILLED = 'ORDER_FULFILLED_ERROR';
const TYPE = 'ORDER_OPERATION_NOT_ALLOWED_ERROR';

describe('cancelling an order', () => {
  it.each([
    ['Active', 'Buy', ALLOWED],
    ['Active', 'Sell', ALLOWED],
    ['Active', 'Exchange', TYPE],
    ['Active', 'buy', TYPE],
    ['Active', '', TYPE],
    ['Active', 'constructor', TYPE],
    ['Terminated', 'Buy', TERMINATED],
    ['Terminated', 'Sell', TERMINATED],
    ['Terminated', 'Exchange', TERMINATED],
    ['Fulfilled', 'Buy', FULFILLED],
    ['Fulfilled', 'Sell', FULFILLED],
    ['Fulfilled', 'Exchange', FULFILLED],
    ['Pending', 'Buy', TYPE],
    ['Pending', 'Exchange', TYPE],
    ['active', 'Buy', TYPE],
    ['', 'Buy', TYPE],
    ['constructor', 'Buy', TYPE],
    ['__proto__', 'Sell', TYPE],
    ['toString', 'Sell', TYPE],
  ])('that is "%s" and of type "%s" answers %s', (status, type, expected) => {
    expect(cancelRefusal({ status, type })).toBe(expected);
  });

  it('is allowed for no order but an active one to buy or sell', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('Active', 'Terminated', 'Fulfilled', 'Buy', 'Sell', 'valueOf', 'hasOwnProperty'),
    );
    fc.assert(
      fc.property(word, word, (status, type) => {
        const allowed = status === 'Active' && (type === 'Buy' || type === 'Sell');
        const refusal = cancelRefusal({ status, type });
        expect(refusal === null).toBe(allowed);
        expect([ALLOWED, TERMINATED, FULFILLED, TYPE]).toContain(refusal);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the event of a cancellation', () => {
  const event = {
    type: 'order.cancelled',
    timestamp: '2025-07-04T07:12:11.000Z',
    data: {
      order: {
        _id: 'order-1',
        token: 'token-1',
        user: 'user-1',
        price: 100,
        currency: 'NGN',
        amount: 5,
        type: 'Buy',
        owner_model: 'organisation',
        status: 'Terminated',
        createdAt: '2025-07-01T07:12:11.000Z',
        updatedAt: '2025-07-04T07:12:11.000Z',
      },
      member: 'member-1',
      organisation: 'organisation-1',
    },
  };

  it('is named as the interface names it and carries the order with its owner', () => {
    expect(ORDER_CANCELLED_EVENT).toBe('order.cancelled');
    expect(z.parse(orderCancelledEvent, event)).toEqual(event);
  });

  it.each([
    ['another name', { type: 'order.created' }],
    ['no time', { timestamp: undefined }],
    ['no order', { data: { member: 'member-1', organisation: 'organisation-1' } }],
  ])('is not one with %s', (_what, change) => {
    expect(z.safeParse(orderCancelledEvent, { ...event, ...change }).success).toBe(false);
  });
});
