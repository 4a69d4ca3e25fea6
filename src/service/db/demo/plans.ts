/** What one demo organisation consists of. */
export interface Plan {
  /** Part of every identifier, so that two organisations never share one. */
  key: string;
  name: string;
  accessToken: string;
  creditorName: string;
  /** The reserved domain of its members' and customers' e-mails. */
  domain: string;
  /** Which of the ISSUERS are its own: from the first index up to the second. */
  issuers: readonly [number, number];
  /** Currencies as often as they are wanted. */
  currencies: readonly Currency[];
  configuration: {
    categories: string[];
    maxAmount: Partial<Record<Currency, number>>;
    collateralRatio: number;
    duration: number;
    interestRate: number;
    gracePeriod: number;
  };
  /** The durations of its loans, in months. */
  durations: readonly number[];
  loans: readonly LoanGroup[];
  tokens: number;
  members: number;
  customers: number;
  transactions: number;
  firstMemberOrders: { active: number; terminated: number; fulfilled: number; notCancellable: number };
  /** How many more members have a few orders. */
  otherMembersWithOrders: number;
}

export type Currency = 'NGN' | 'GHS' | 'KES' | 'USD';

/**
 * Loans of a status that fall due from `from` to `to` days after today (negative: ago). A due date may come
 * out up to three days earlier than asked, where a month is too short for the day of the month; the bounds
 * leave room for that, so that each group is in the state it is meant to be in on every day of the year.
 */
export interface LoanGroup {
  status: string;
  count: number;
  from: number;
  to: number;
}

const IN_GRACE = { from: -3, to: -1 };
const PAST_GRACE = { from: -45, to: -9 };
const SOON = { from: 4, to: 6 };
const THIS_MONTH = { from: 10, to: 29 };
const THIS_QUARTER = { from: 34, to: 89 };

export const CRESTLINE: Plan = {
  key: 'crestline',
  name: 'Crestline',
  accessToken: 'pledge_demo_crestline',
  creditorName: 'Crestline Capital',
  domain: 'example.com',
  issuers: [0, 48],
  currencies: ['NGN', 'GHS', 'NGN', 'KES', 'NGN', 'USD', 'NGN', 'GHS', 'KES'],
  configuration: {
    categories: ['Commercial Paper', 'Corporate Bond', 'Treasury Bill', 'Receivables'],
    maxAmount: { NGN: 50_000_000, GHS: 750_000, KES: 6_500_000, USD: 100_000 },
    collateralRatio: 0.7,
    duration: 12,
    interestRate: 0.03,
    gracePeriod: 7,
  },
  durations: [1, 2, 3, 3, 6, 6, 9, 12],
  loans: [
    { status: 'ACTIVE', count: 3, ...IN_GRACE },
    { status: 'OVERDUE', count: 2, ...IN_GRACE },
    { status: 'ACTIVE', count: 3, ...PAST_GRACE },
    { status: 'OVERDUE', count: 3, ...PAST_GRACE },
    { status: 'ACTIVE', count: 5, ...SOON },
    { status: 'ACTIVE', count: 12, ...THIS_MONTH },
    { status: 'ACTIVE', count: 22, ...THIS_QUARTER },
    { status: 'ACTIVE', count: 47, from: 91, to: 330 },
    { status: 'REPAID', count: 28, from: -400, to: -12 },
    { status: 'DEFAULTED', count: 4, from: -300, to: -40 },
    { status: 'LIQUIDATED', count: 3, from: -300, to: -60 },
    { status: 'CANCELLED', count: 5, from: -200, to: 150 },
  ],
  tokens: 240,
  members: 96,
  customers: 1_200,
  transactions: 9_000,
  firstMemberOrders: { active: 48, terminated: 42, fulfilled: 42, notCancellable: 42 },
  otherMembersWithOrders: 12,
};

const HARBOUR: Plan = {
  key: 'harbour',
  name: 'Harbour',
  accessToken: 'pledge_demo_harbour',
  creditorName: 'Harbour Credit',
  domain: 'example.org',
  issuers: [48, 60],
  currencies: ['GHS', 'USD', 'NGN', 'GHS'],
  configuration: {
    categories: ['Treasury Bill', 'Corporate Bond', 'Private Equity'],
    maxAmount: { GHS: 400_000, USD: 60_000, NGN: 20_000_000 },
    collateralRatio: 1.4,
    duration: 24,
    interestRate: 0.025,
    gracePeriod: 14,
  },
  durations: [3, 6, 12, 18, 24],
  loans: [
    { status: 'ACTIVE', count: 3, ...IN_GRACE },
    { status: 'ACTIVE', count: 3, from: -40, to: -16 },
    { status: 'ACTIVE', count: 2, ...SOON },
    { status: 'ACTIVE', count: 3, ...THIS_MONTH },
    { status: 'ACTIVE', count: 4, ...THIS_QUARTER },
    { status: 'ACTIVE', count: 3, from: 100, to: 500 },
    { status: 'REPAID', count: 3, from: -60, to: -20 },
    { status: 'DEFAULTED', count: 1, from: -60, to: -30 },
    { status: 'CANCELLED', count: 1, from: 40, to: 60 },
  ],
  tokens: 40,
  members: 18,
  customers: 150,
  transactions: 900,
  firstMemberOrders: { active: 6, terminated: 4, fulfilled: 4, notCancellable: 4 },
  otherMembersWithOrders: 4,
};

/** The demo organisations, the first one being the one to show. */
export const PLANS: readonly Plan[] = [CRESTLINE, HARBOUR];

/** Tokens that are collateral or are traded are at least this many days old, older than any use of them. */
export const SEASONED_DAYS = 800;
