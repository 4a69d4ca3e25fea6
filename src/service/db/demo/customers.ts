import type { MemberRow } from '#service/members/handler.ts';
import { DAY_MS, type Day } from './day.ts';
import { customerName, plain } from './names.ts';
import { type Plan, SEASONED_DAYS } from './plans.ts';
import { at, cents, createRandom, demoId, type Random } from './random.ts';
import type { TokenRow } from './tokens.ts';

/** Trades lie within this many days, all of them after their tokens were issued. */
const TRADING_DAYS = 700;

interface Person {
  userId: string;
  name: string;
  email: string;
}

/** The customers of a demo organisation with their trades; a few customers trade very often. */
export function demoCustomers(
  plan: Plan,
  members: readonly MemberRow[],
  tokens: readonly TokenRow[],
  day: Day,
) {
  const random = createRandom(`${plan.key}/customers`);
  const seasoned = day.before(SEASONED_DAYS).getTime();
  const tradable = tokens.filter((token) => !token.cancelled && token.created_at.getTime() <= seasoned);
  const transactions: ReturnType<typeof tradesOf> = [];
  const customers = tradeCounts(plan.customers, plan.transactions).map((count, index) => {
    const person = personAt(plan, index, members, random);
    const trades = tradesOf({ person, count, plan, tradable, day, random, first: transactions.length });
    transactions.push(...trades);
    const sells = trades.filter((trade) => trade.type === 'Sell').length;
    const last = at(trades, trades.length - 1);
    return {
      organisation_id: last.organisation_id,
      email_key: last.email_key,
      email: person.email,
      name: person.name,
      total_trades: count,
      buys: count - sells,
      sells,
      last_trade_at: last.created_at,
    };
  });
  return { customers, transactions };
}

/** Shares trades among customers: one for each, the rest as a power law, to the last one exactly. */
function tradeCounts(customers: number, trades: number): number[] {
  const weights = Array.from({ length: customers }, (_, index) => (index + 2) ** -0.9);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let cumulated = 0;
  let given = 0;
  return weights.map((weight) => {
    cumulated += weight;
    const upTo = Math.round((cumulated / sum) * (trades - customers));
    const share = upTo - given;
    given = upTo;
    return 1 + share;
  });
}

/** One customer in twelve is a member too, known by the same e-mail. */
function personAt(plan: Plan, index: number, members: readonly MemberRow[], random: Random): Person {
  const { first, last } = customerName(random);
  const member = index % 12 === 0 ? members[index / 12] : undefined;
  if (member) {
    const { fname, lname, email } = member.profile;
    return { userId: member.user_id, name: `${fname} ${lname}`, email };
  }
  const email = `${plain(last)}.${plain(first)}.c${index + 1}@${plan.domain}`;
  return {
    userId: demoId(plan.key, 'customer-user', index),
    name: `${first} ${last}`,
    email: index % 50 === 7 ? email.replace(/^./, (letter) => letter.toUpperCase()) : email,
  };
}

interface Trading {
  person: Person;
  count: number;
  plan: Plan;
  tradable: readonly TokenRow[];
  day: Day;
  random: Random;
  /** The number of the first of these trades among all of the organisation. */
  first: number;
}

/** The trades of one customer from the oldest to the newest, who sells what was bought before. */
function tradesOf({ person, count, plan, tradable, day, random, first }: Trading) {
  const portfolio = Array.from({ length: Math.min(1 + Math.ceil(count / 6), 14) }, () =>
    random.pick(tradable),
  );
  const holdings = new Map<string, number>();
  // Some brought tokens along from elsewhere: their record begins with a sale.
  const broughtAlong = first % 37 === 0;
  const step = TRADING_DAYS / count;
  return Array.from({ length: count }, (_, nth) => {
    const token = random.pick(portfolio);
    const held = holdings.get(token.id) ?? 0;
    const selling = (nth === 0 && broughtAlong) || (held > 0 && random.chance(0.42));
    const wish = random.int(1, 60) * random.pick([1, 1, 5, 10]) + (random.chance(0.08) ? 0.5 : 0);
    const volume = selling && held > 0 ? Math.min(held, wish) : wish;
    const status = random.chance(0.96) ? 'Completed' : random.pick(['Pending', 'Failed']);
    if (status === 'Completed') holdings.set(token.id, Math.max(0, held + (selling ? -volume : volume)));
    const age = (count - nth - random.between(0.1, 0.9)) * step + 1.5;
    const createdAt = day.before(age);
    const seller = demoId(plan.key, 'wallet', token.id);
    const drift = 1 - (age / TRADING_DAYS) * 0.12 + random.between(-0.04, 0.04);
    return {
      id: demoId(plan.key, 'transaction', first + nth),
      organisation_id: token.organisation_id,
      email_key: person.email.toLowerCase(),
      type: selling ? 'Sell' : 'Buy',
      status,
      user_id: person.userId,
      reference: `TRX-${demoId(plan.key, 'reference', first + nth)
        .slice(0, 14)
        .toUpperCase()}`,
      token_id: token.id,
      from_id: selling ? person.userId : seller,
      to_id: selling ? seller : person.userId,
      volume,
      price: Math.max(0.01, cents((selling ? token.price.sell : token.price.buy) * drift)),
      tokens: volume,
      owner_model: 'api_key',
      version: 0,
      created_at: createdAt,
      updated_at: new Date(createdAt.getTime() + random.int(1, DAY_MS / 2000) * 1000),
    };
  });
}
