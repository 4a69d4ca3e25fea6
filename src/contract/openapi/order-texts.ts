import type { SchemaText } from './schemas.ts';

export const ORDER: SchemaText = {
  text: 'An order, as its cancellation returns it.',
  fields: {
    _id: 'Id of the order.',
    token: 'Id of the token that the order trades.',
    user: 'Id of the user who owns the order.',
    price: 'Price of one token, in units of the currency.',
    currency: 'Currency code.',
    amount: 'Amount of the order. The interface does not state its unit.',
    type: '`Buy` or `Sell`. Orders of another type can’t be cancelled.',
    owner_model: 'Kind of the owner, such as `organisation`. The set is open.',
    status: '`Active` before and `Terminated` after the cancellation.',
    createdAt: 'When the order was created, ISO 8601 in UTC.',
    updatedAt: 'When the order last changed, ISO 8601 in UTC.',
  },
};

export const ORDER_CANCELLED_EVENT_TEXT: SchemaText = {
  text: 'The event of a cancelled order, in the form of Standard Webhooks.',
  fields: {
    type: 'Always `order.cancelled`.',
    timestamp: 'When the order was cancelled, ISO 8601 in UTC.',
    data: {
      text: 'What happened.',
      fields: {
        order: 'The order after its cancellation.',
        member: 'Id of the member who owns the order.',
        organisation: 'Id of the organisation.',
      },
    },
  },
};

export const ERROR: SchemaText = {
  text: 'The body of every response that isn’t a success.',
  fields: {
    status: 'Always `error`.',
    message:
      'What is wrong, for people. It names the fields at fault, at most five, as in `amount: must be greater than 0`. A code of the interface comes first, as in `ORDER_TERMINATED_ERROR: This order is already cancelled.`',
  },
};
