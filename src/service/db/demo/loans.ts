import { addMonths } from '#contract/dates.ts';
import { suggestedRepayment } from '#contract/money.ts';
import type { MemberRow } from '#service/members/handler.ts';
import { DAY_MS, type Day } from './day.ts';
import { bankAccount, loanReason } from './names.ts';
import { type Currency, type LoanGroup, type Plan, SEASONED_DAYS } from './plans.ts';
import { at, cents, createRandom, demoId, type Random } from './random.ts';
import type { TokenRow } from './tokens.ts';

/** The smallest and largest loan of each currency and the step between amounts. */
export const LOAN_SIZES: Record<Currency, readonly [number, number, number]> = {
  NGN: [400_000, 18_000_000, 50_000],
  GHS: [8_000, 350_000, 500],
  KES: [90_000, 5_000_000, 5_000],
  USD: [1_000, 55_000, 100],
};

interface Context {
  plan: Plan;
  creditorId: string;
  configurationId: string;
  tokens: readonly TokenRow[];
  members: readonly MemberRow[];
  day: Day;
  timeZone: string;
}

/** The loans of a demo organisation from the oldest to the newest, with the collateral that covered each. */
export function demoLoans(context: Context) {
  const random = createRandom(`${context.plan.key}/loans`);
  const collaterals: ReturnType<typeof pledge> = [];
  const drafts = context.plan.loans
    .flatMap((group) => Array.from({ length: group.count }, (_, nth) => dates(context, group, nth, random)))
    .map((when, index) => {
      const draft = demoLoan(context, index, when, random);
      collaterals.push(...pledge(context, draft, random));
      return draft;
    })
    .sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
  const loans = drafts.map((draft, index) => ({ ...draft, position: index + 1 }));
  return { loans, collaterals };
}

/** When a loan was made and falls due: the group's days are spread evenly, the hours are by chance. */
function dates({ plan, day, timeZone }: Context, group: LoanGroup, nth: number, random: Random) {
  const days = group.from + Math.floor(((nth + 0.5) * (group.to - group.from + 1)) / group.count);
  const possible = plan.durations.filter((months) => months * 28 > days + 4);
  const duration = random.pick(possible);
  const createdAt = addMonths(day.officeHours(days, random.next()), -duration, timeZone);
  return { status: group.status, duration, createdAt, dueAt: addMonths(createdAt, duration, timeZone) };
}

function demoLoan(context: Context, index: number, when: ReturnType<typeof dates>, random: Random) {
  const { plan, day } = context;
  const { duration, status } = when;
  const currency = at(plan.currencies, index);
  const [smallest, largest, step] = LOAN_SIZES[currency];
  // Small loans are commoner than large ones.
  const size = smallest + Math.floor(((largest - smallest) * random.next() ** 2.2) / step) * step;
  const amount = (size + (index % 16 === 5 ? 0.5 : 0)).toFixed(2);
  const interestRate = random.int(6, 24) / 400;
  const closed = Math.min(when.dueAt, day.before(1).getTime());
  return {
    id: demoId(plan.key, 'loan', index),
    creditor_id: context.creditorId,
    loan_configuration_id: context.configurationId,
    borrower_id: at(context.members, Math.floor(context.members.length * random.next() ** 1.8)).user_id,
    amount,
    currency,
    repayment_amount: suggestedRepayment({ amount, interestRate, duration, currency }),
    repayment_at: new Date(when.dueAt),
    interest_rate: interestRate,
    duration,
    status,
    grace_period: plan.configuration.gracePeriod,
    grace_period_unit: 'DAYS',
    reason: loanReason(random),
    ...(random.chance(0.6) && bankAccount(random)),
    created_at: new Date(when.createdAt),
    updated_at: new Date(
      status === 'ACTIVE' ? when.createdAt : Math.max(when.createdAt, closed - DAY_MS / 2),
    ),
  };
}

/** One to three lines of accepted tokens in the loan's currency that cover it with something to spare. */
function pledge(context: Context, draft: ReturnType<typeof demoLoan>, random: Random) {
  const { collateralRatio, categories } = context.plan.configuration;
  const seasoned = context.day.before(SEASONED_DAYS).getTime();
  const accepted = context.tokens.filter(
    (token) =>
      token.currency === draft.currency &&
      categories.includes(token.investment_category) &&
      !token.exited &&
      !token.cancelled &&
      token.created_at.getTime() <= seasoned,
  );
  const first = random.int(0, accepted.length - 1);
  const lines = Math.min(random.int(1, 3), accepted.length);
  const cover = collateralRatio <= 1 ? 1 / collateralRatio : collateralRatio;
  const wanted = Number(draft.amount) * cover * random.between(1.03, 1.6);
  return Array.from({ length: lines }, (_, line) => {
    const token = at(accepted, first + line);
    const sellPrice = cents(token.price.sell * random.between(0.93, 1.06));
    return {
      loan_id: draft.id,
      line,
      token_id: token.id,
      quantity: String(Math.ceil(wanted / lines / sellPrice)),
      sell_price: String(sellPrice),
    };
  });
}
