/** Example records of the document. A test holds them against the contract. */

const times = { created_at: '2026-11-02T09:30:00.000Z', updated_at: '2026-11-02T09:30:00.000Z' };
const camelTimes = { createdAt: '2026-10-05T08:00:00.000Z', updatedAt: '2026-11-20T14:12:45.000Z' };

const loan = {
  id: '01JC4T8N0W7Q',
  borrower: '6512f0c7a1',
  creditor: '64f0b2d3e9',
  amount: 840_000,
  currency: 'NGN',
  repayment_amount: 1_596_000,
  repayment_date: 'Tue Feb 02 2027 10:30:00 GMT+0100 (West Africa Standard Time)',
  interest_rate: 0.3,
  duration: 3,
  status: 'ACTIVE',
  grace_period: 5,
  grace_period_unit: 'DAYS',
  reason: 'Working capital',
  ...times,
};

const both = (buy: number, sell: number) => ({ buy, sell });

const token = {
  _id: '650aa1b2c3',
  name: 'Asaba Textiles Commercial Paper',
  symbol: 'ASTECP1',
  reference: 730_017,
  image: '',
  currency: 'NGN',
  creator: null,
  price: { buy: 1_012, sell: 988, exchange: 1_000 },
  prev_price: { buy: 1_002, sell: 978, exchange: 990 },
  min: both(1, 1),
  max: both(5_000, 5_000),
  vol: both(42_000, 31_500),
  min_trade: both(1, 1),
  max_trade: both(2_500, 2_500),
  type: 'Private',
  deal_access: 'Private',
  investment_type: 'Fixed Interest',
  raise_amount: 250_000_000,
  buy_fee: 1,
  sell_fee: 1.5,
  carry: 0,
  management_fee: 0,
  valuation: 1_000_000_000,
  discount: 0,
  interest: 21.5,
  dividend: 0,
  tenor: 9,
  supply: 0,
  total_supply: 250_000,
  total_raised: 250_000_000,
  post_raise_valuation: 1_250_000_000,
  total_allocated: 250_000,
  milestone: 'Revenue',
  secondaries: true,
  completed_raise: true,
  exited: false,
  ...camelTimes,
};

const classified = {
  ...token,
  investment_category: 'Commercial Paper',
  payout_frequency: 'Monthly',
  cancelled: false,
};

export const order = {
  _id: '66e1d4c5b6',
  token: token._id,
  user: loan.borrower,
  price: 1_012,
  currency: 'NGN',
  amount: 250,
  type: 'Buy',
  owner_model: 'organisation',
  status: 'Terminated',
  ...camelTimes,
};

const member = {
  _id: '6513aa09f2',
  status: 'Active',
  organisation: '64e9c0ffee',
  ...camelTimes,
  user: {
    _id: loan.borrower,
    type: 'user',
    entity_type: 'individual',
    fname: 'Adaeze',
    lname: 'Okafor',
    email: 'adaeze@example.com',
    username: 'adaeze',
    phone: '+2348000000000',
    city: 'Lagos',
    state: 'Lagos',
    country: 'Nigeria',
    homeAddress: null,
    kyc: {
      bank: true,
      identityDocument: 'Approved',
      selfie: 'Approved',
      address: 'Approved',
      accredited: 'Approved',
      email: true,
      terms: true,
    },
    activated: true,
    verified: true,
    pin_set: true,
    biometrics_auth: false,
    self_activated: true,
    two_factor_enabled: false,
    dealroom_member: false,
    tour: { introduction_tour: true, wallet_tour: true, secondary_tour: false },
    temp_two_factor_secret: '',
    two_factor_secret: '',
    provider1_baas_reference: '',
    provider2_reference: '',
    provider3_reference: '',
    manual_reference: '',
    ...camelTimes,
  },
};

const transaction = {
  _id: '670b11c2d3',
  type: 'Buy',
  status: 'Completed',
  user: '6512f0c7b7',
  reference: 'TRX-2026-000451',
  token: { ...token, asset: '650aa1b2d1', request: '650aa1b2e1', esop_token: false },
  from: '64e9c0ffee',
  to: '6512f0c7b7',
  volume: 120,
  price: 1_012,
  owner_model: 'api_key',
  meta: { customer: { name: 'Tunde Bello', email: 'tunde@example.com' }, meta: { tokens: 120 } },
  api_customer_email: 'tunde@example.com',
  organisation: member.organisation,
  __v: 0,
  ...camelTimes,
};

const page = { page: 1, pages: 1, count: 1, total: 1 };
const collateral = { token_id: token._id, quantity: 1_500 };

/** The body that creates the example's loan. */
export const loanRequestExample = {
  user_id: loan.borrower,
  duration: 3,
  currency: 'NGN',
  interest_rate: 0.3,
  amount: '840000.00',
  repayment_amount: '1596000.00',
  collaterals: [collateral],
  loan_configuration_id: '64f0b2d3fa',
  reason: 'Working capital',
};

/** The `data` of a success of each endpoint. */
export const REPLY_EXAMPLES = {
  createLoan: { ...loan, collaterals: [{ ...collateral, name: token.name }] },
  listLoans: {
    page: 1,
    limit: 10,
    sort: { created_at: -1 },
    totalDocs: 1,
    totalPages: 1,
    hasPrevPage: false,
    hasNextPage: false,
    docs: [loan],
  },
  getLoanConfiguration: {
    id: '64f0b2d3fa',
    investment_categories: ['Commercial Paper', 'Treasury Bill'],
    grace_period: 5,
    grace_period_unit: 'DAYS',
    max_amount: { NGN: 50_000_000, USD: 30_000 },
    creditor: { id: loan.creditor, name: 'Crestline' },
    collateral_ratio: 0.7,
    duration: 12,
    interest_rate: 0.05,
    provider_url: 'https://crestline.example.com/credit',
    use_api: true,
    ...times,
  },
  cancelOrder: order,
  listMembers: { ...page, members: [member] },
  listTokens: { ...page, tokens: [token] },
  searchTokens: { ...page, tokens: [classified] },
  getToken: { ...classified, percentage: 100 },
  listCustomers: [
    {
      _id: { email: 'tunde@example.com' },
      total_trades: 14,
      name: 'Tunde Bello',
      date: camelTimes.updatedAt,
    },
  ],
  listTransactions: { ...page, transactions: [transaction] },
};

export const orderCancelledExample = {
  type: 'order.cancelled',
  timestamp: camelTimes.updatedAt,
  data: { order, member: member._id, organisation: member.organisation },
};
