import type { EndpointName } from '#contract/contract.ts';
import type { Failure } from './parts.ts';

/** What the document says of an endpoint besides what the contract has of it. */
interface OperationText {
  tag: string;
  /** Its heading. */
  summary: string;
  text: string;
  /** What a success is, its message, and headers that other operations don't have. */
  done: { text: string; message: string; headers?: readonly string[] };
  params?: Record<string, string>;
  failures?: Record<string, Failure>;
}

const paging = {
  page: 'Number of the page, from 1.',
  limit: 'Items per page, from 1. More than 100 is answered with 100.',
};

const listFilters = {
  private: '`true` for private tokens only, `false` for all others.',
  investment_type: 'Type of investment.',
};

const notACreditor: Failure = {
  text: 'The API client is not a creditor.',
  message: 'This API client is not a creditor: it has no loans.',
};

export const OPERATION_TEXTS: Record<EndpointName, OperationText> = {
  createLoan: {
    tag: 'Loans',
    summary: 'Create a loan',
    text: 'Creates a loan for a member against collateral, under the creditor’s loan configuration. Collateral is valued at quantity × `price.sell`. Tokens must be of an accepted category and of the loan’s currency, and neither exited nor cancelled. The loan is due `duration` months after its creation.',
    done: { text: 'The loan was created. Its status is `ACTIVE`.', message: 'Loan created.' },
    failures: {
      400: {
        text: 'The body or the `Idempotency-Key` is malformed. The message names the field.',
        message: 'repayment_amount: must not be below the amount, 840000.00',
      },
      403: notACreditor,
      404: {
        text: 'The loan configuration, the member or a token does not exist for this API client.',
        message: 'collaterals[0].token_id: no such token',
      },
      422: {
        text: 'The loan configuration forbids this loan: currency, amount, term, a token or the cover. Or the `Idempotency-Key` was used for a different request.',
        message: 'amount: is above the limit of 50000000 NGN',
      },
    },
  },
  listLoans: {
    tag: 'Loans',
    summary: 'List the creditor’s loans',
    text: 'Lists the loans of the creditor, newest first, without their collateral.',
    done: { text: 'A page of loans.', message: 'Loans retrieved.' },
    params: paging,
    failures: { 403: notACreditor },
  },
  getLoanConfiguration: {
    tag: 'Loans',
    summary: 'Read the loan configuration',
    text: 'Returns the terms under which the creditor lends.',
    done: { text: 'The loan configuration of the creditor.', message: 'Loan configuration retrieved.' },
    failures: {
      403: notACreditor,
      404: {
        text: 'The creditor has no loan configuration.',
        message: 'This creditor has no loan configuration.',
      },
    },
  },
  cancelOrder: {
    tag: 'Members and orders',
    summary: 'Cancel a member’s order',
    text: 'Cancels an active order: returns what it holds in escrow to the member, sets its status to `Terminated` and sends the event `order.cancelled`.',
    done: { text: 'The order was cancelled.', message: 'Order cancelled.' },
    params: {
      id: 'Id of the member who owns the order. Our service also takes the member’s user id.',
      orderId: 'Id of the order.',
    },
    failures: {
      404: {
        text: 'The member or the order does not exist in this organisation.',
        message: 'orderId: no such order',
      },
    },
  },
  listMembers: {
    tag: 'Members and orders',
    summary: 'List members',
    text: 'Lists the members of the organisation’s syndicate, newest first.',
    done: { text: 'A page of members.', message: 'Members retrieved.', headers: ['Pledge-Organisation'] },
    params: paging,
  },
  listTokens: {
    tag: 'Tokens',
    summary: 'List active tokens',
    text: 'Lists tokens that have neither exited nor been cancelled, newest first, unless the filters say otherwise.',
    done: { text: 'A page of tokens.', message: 'Tokens gotten.' },
    params: {
      ...paging,
      ...listFilters,
      closed: '`true` for cancelled tokens, `false` for all others.',
      exited: '`true` for exited tokens, `false` for all others.',
      primary_raise: '`true` for tokens in their primary raise, `false` for those in secondaries.',
    },
  },
  searchTokens: {
    tag: 'Tokens',
    summary: 'Search tokens',
    text: 'Searches tokens by part of their name or symbol and by their state, newest first. Case and accents are ignored.',
    done: { text: 'A page of tokens.', message: 'Tokens gotten.' },
    params: {
      ...paging,
      ...listFilters,
      name: 'Part of the name, at most 200 characters.',
      symbol: 'Part of the symbol, at most 50 characters.',
      exited: '`true` for exited tokens, `false` for all others.',
      completed_raise: '`true` for tokens whose raise is complete, `false` for all others.',
    },
  },
  getToken: {
    tag: 'Tokens',
    summary: 'Read a token',
    text: 'Returns one token.',
    done: { text: 'The token.', message: 'Token gotten.' },
    params: { tokenId: 'Id of the token.' },
    failures: {
      404: { text: 'No token of this organisation has this id.', message: 'tokenId: no such token' },
    },
  },
  listCustomers: {
    tag: 'Customers',
    summary: 'List customers',
    text: 'Returns all customers of the API client in one array. It is not paged.',
    done: { text: 'All customers.', message: 'Customers retrieved.' },
  },
  listTransactions: {
    tag: 'Customers',
    summary: 'List a customer’s transactions',
    text: 'Lists the transactions of one customer, newest first. A customer that doesn’t exist has none.',
    done: { text: 'A page of transactions.', message: 'Transactions retrieved.' },
    params: {
      ...paging,
      email: 'Email address of the customer. Case is ignored.',
      type: 'Only purchases or only sales.',
    },
  },
};

export const SERVICE_TAGS = [
  { name: 'Loans', description: 'Loans of the creditor, and the terms under which it lends.' },
  { name: 'Tokens', description: 'Tokenised instruments, which loans accept as collateral.' },
  { name: 'Customers', description: 'Customers of the API client, and what they traded.' },
  { name: 'Members and orders', description: 'Members of the organisation’s syndicate, and their orders.' },
];
