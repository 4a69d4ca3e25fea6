import type { SchemaText } from './schemas.ts';

const sides = (text: string): SchemaText => ({
  text,
  fields: { buy: 'For purchases.', sell: 'For sales.' },
});

const prices = (text: string): SchemaText => ({
  text,
  fields: {
    buy: 'Price that a buyer of the token pays.',
    sell: 'Price that a seller of the token gets. Collateral is valued at this price.',
    exchange: 'Exchange price.',
  },
});

const common = {
  _id: 'Id of the token.',
  name: 'Name of the token.',
  symbol: 'Symbol of the token.',
  reference: 'Reference number of the token.',
  image: 'Address of an image of the token; empty if there is none.',
  currency: 'Currency code of all prices and amounts of the token.',
  creator: 'Id of the creator; null if it is not given.',
  price: prices('Current prices, in units of the currency.'),
  prev_price: prices('Previous prices, in units of the currency.'),
  min: sides('Lower limits. The interface does not state their unit.'),
  max: sides('Upper limits. The interface does not state their unit.'),
  vol: sides('Volumes. The interface does not state their unit.'),
  min_trade: sides('Lower limits of one trade. The interface does not state their unit.'),
  max_trade: sides('Upper limits of one trade. The interface does not state their unit.'),
  type: '`Private` or `Public`. The set is open.',
  deal_access: 'Who can take part in the deal, such as `Private`. The set is open.',
  investment_type:
    'Type of investment, such as `SAFE`. Filters take `safe`, `equity`, `debt` and `fixed interest`.',
  raise_amount: 'Amount to be raised, in units of the currency.',
  buy_fee: 'Fee on purchases. The interface does not state its unit.',
  sell_fee: 'Fee on sales. The interface does not state its unit.',
  carry: 'Carry. The interface does not state its unit.',
  management_fee: 'Management fee. The interface does not state its unit.',
  valuation: 'Valuation, in units of the currency.',
  discount: 'Discount. The interface does not state its unit.',
  interest: 'Interest. The interface does not state its unit.',
  dividend: 'Dividend. The interface does not state its unit.',
  tenor: 'Tenor. The interface does not state its unit.',
  supply: 'Number of tokens still available.',
  total_supply: 'Number of tokens in all.',
  total_raised: 'Amount raised so far, in units of the currency.',
  post_raise_valuation: 'Valuation after the raise, in units of the currency.',
  total_allocated: 'Number of tokens allocated.',
  milestone: 'Milestone that the issuer has reached, as text.',
  secondaries: 'True if the token trades in the secondary market.',
  completed_raise: 'Whether the raise is complete.',
  exited: 'Whether the investment has exited. An exited token is no collateral.',
  createdAt: 'When the token was created, ISO 8601 in UTC.',
  updatedAt: 'When the token last changed, ISO 8601 in UTC.',
};

const classified = {
  investment_category:
    'Category, such as `Commercial Paper`. Decides whether the token is accepted as collateral.',
  payout_frequency: 'How often it pays, such as `Monthly`. The set is open.',
  cancelled: 'Whether the deal was cancelled. A cancelled token is no collateral.',
};

export const TOKEN: SchemaText = {
  text: 'A token as the list of active tokens returns it: without category, payout frequency and `cancelled`.',
  fields: common,
};

export const FOUND_TOKEN: SchemaText = {
  text: 'A token as a search returns it.',
  fields: { ...common, ...classified },
};

export const SINGLE_TOKEN: SchemaText = {
  text: 'A token as it is returned by its id.',
  fields: {
    ...common,
    ...classified,
    percentage: 'Given for a single token only; our service returns the share that was raised, in percent.',
  },
};

export const EMBEDDED_TOKEN: SchemaText = {
  text: 'The token of a transaction: without category, payout frequency and `cancelled`.',
  fields: {
    ...common,
    asset: 'Id of the asset behind the token.',
    request: 'Id of the request behind the token.',
    esop_token: 'Whether the token belongs to an employee share plan.',
  },
};
