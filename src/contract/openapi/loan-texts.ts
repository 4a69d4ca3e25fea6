import type { SchemaText } from './schemas.ts';

const loanFields = {
  id: 'Id of the loan.',
  borrower: 'Id of the user who receives the loan: the `user._id` of a member.',
  creditor: 'Id of the creditor.',
  amount: 'Amount lent, in units of the currency.',
  currency: 'Currency code, such as `NGN`.',
  repayment_amount: 'Amount to be repaid, in units of the currency.',
  repayment_date:
    'When the loan is due, as text for people: weekday, month, day, year, time, GMT offset and zone name. Not ISO 8601.',
  interest_rate: 'Interest rate as a decimal from 0 to 1: 0.05 means 5 %. Our service charges it per month.',
  duration: 'Term in months.',
  status:
    '`ACTIVE` for a new loan. The set is open; Pledge also knows `REPAID`, `OVERDUE`, `DEFAULTED`, `LIQUIDATED` and `CANCELLED`.',
  grace_period: 'Length of the grace period, in `grace_period_unit`.',
  grace_period_unit: 'Unit of the grace period, such as `DAYS`. The set is open.',
  reason: 'Text given when the loan was created. Absent if none was given.',
  created_at: 'When the loan was created, ISO 8601 in UTC.',
  updated_at: 'When the loan last changed, ISO 8601 in UTC.',
};

export const LOAN: SchemaText = {
  text: 'A loan as the list returns it, without its collateral.',
  fields: loanFields,
};

export const CREATED_LOAN: SchemaText = {
  text: 'A loan as its creation returns it, with its collateral.',
  fields: {
    ...loanFields,
    collaterals: {
      text: 'The tokens pledged for the loan.',
      fields: {
        token_id: 'Id of the token.',
        quantity: 'Number of tokens pledged.',
        name: 'Name of the token.',
      },
    },
  },
};

export const LOAN_REQUEST: SchemaText = {
  text: 'The loan to create. Unknown fields are ignored.',
  fields: {
    user_id: 'Id of the user who receives the loan: the `user._id` of a member of the organisation.',
    duration: 'Term in months. At most the `duration` of the loan configuration.',
    currency: 'Currency code. The loan configuration must have a limit for it.',
    interest_rate: 'Interest rate as a decimal from 0 to 1: 0.05 means 5 %.',
    amount:
      'Amount lent, as a decimal string with at most the digits that the currency has and 15 significant digits.',
    repayment_amount: 'Amount to be repaid, as a decimal string. Not below `amount`.',
    collaterals: {
      text: 'The tokens to pledge, from 1 to 50 lines with one token each.',
      fields: {
        token_id: 'Id of the token. Each token may appear once.',
        quantity: 'Number of tokens to pledge, above 0.',
      },
    },
    loan_configuration_id: 'Id of the loan configuration of the creditor.',
    reason: 'Text to keep with the loan.',
    bank_name: 'Name of the bank to repay the loan to.',
    bank_code: 'Code of that bank.',
    account_number: 'Account to repay the loan to.',
  },
};

export const LOAN_CONFIGURATION: SchemaText = {
  text: 'The terms under which a creditor lends.',
  fields: {
    id: 'Id of the loan configuration.',
    investment_categories: 'Categories of tokens that are accepted as collateral.',
    grace_period: 'Length of the grace period of new loans, in `grace_period_unit`.',
    grace_period_unit: 'Unit of the grace period, such as `DAYS`.',
    max_amount:
      'Maximum amount of one loan, by currency code. There is no loan in a currency without an entry.',
    creditor: {
      text: 'The creditor whose terms these are.',
      fields: { id: 'Id of the creditor.', name: 'Name of the creditor.' },
    },
    created_at: 'When the configuration was created, ISO 8601 in UTC.',
    updated_at: 'When the configuration last changed, ISO 8601 in UTC.',
    collateral_ratio:
      'Up to 1: the highest loan-to-value (amount ≤ collateral × ratio). Above 1: the cover required (collateral ≥ amount × ratio).',
    duration: 'Longest term, in months.',
    interest_rate: 'Interest rate as a decimal from 0 to 1.',
    provider_url: 'Address of the provider of the loan.',
    use_api: 'Whether the provider is asked by its API.',
  },
};

export const LOAN_PAGE: SchemaText = {
  text: 'One page of loans, newest first.',
  fields: {
    page: 'Number of this page, from 1.',
    limit: 'Items per page.',
    sort: 'Fields that the list is sorted by; -1 is descending. Always `created_at` descending.',
    totalDocs: 'Number of loans on all pages.',
    totalPages: 'Number of pages. An empty list has one.',
    hasPrevPage: 'Whether there is a page before this one.',
    hasNextPage: 'Whether there is a page after this one.',
    docs: 'The loans of this page.',
  },
};
