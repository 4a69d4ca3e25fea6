import { fold } from '#service/tokens/fold.ts';
import type { Day } from './day.ts';
import { ISSUERS, plain } from './names.ts';
import { type Currency, type Plan, SEASONED_DAYS } from './plans.ts';
import { at, cents, createRandom, demoId, type Random } from './random.ts';

export type TokenRow = ReturnType<typeof demoTokens>[number];

/** A kind of instrument: how it is called, classified and, in naira, priced. */
interface Instrument {
  category: string;
  investmentType: string;
  label: string;
  code: string;
  payout: string;
  naira: readonly [number, number];
}

export const INSTRUMENTS: readonly Instrument[] = [
  instrument('Commercial Paper', 'Fixed Interest', 'Commercial Paper', 'CP', 'Monthly', [900, 1_100]),
  instrument('Corporate Bond', 'Debt', 'Bond', 'BD', 'Semi-annually', [9_000, 11_500]),
  instrument('Private Equity', 'Equity', 'Growth Equity', 'PE', 'Annually', [300, 40_000]),
  instrument('Treasury Bill', 'Fixed Interest', '182-day Bill', 'TB', 'At maturity', [880, 990]),
  instrument('SAFE', 'SAFE', 'SAFE', 'SF', 'None', [15_000, 80_000]),
  instrument('Receivables', 'Debt', 'Receivables Note', 'RN', 'Quarterly', [4_500, 5_200]),
];

function instrument(
  category: string,
  investmentType: string,
  label: string,
  code: string,
  payout: string,
  naira: Instrument['naira'],
): Instrument {
  return { category, investmentType, label, code, payout, naira };
}

/** What a naira price is multiplied with to look right in another currency. */
export const PRICE_LEVEL: Record<Currency, number> = { NGN: 1, GHS: 0.01, KES: 0.085, USD: 0.001 };

/** Names with what makes trouble in searches, addresses and files, by the index of the token that has each. */
const AWKWARD: Record<number, { name: string; symbol: string }> = {
  1: { name: 'Adébáyọ̀ & Sons 12% Notes', symbol: 'ADB_12%' },
  14: { name: "O'Brien_Obi", symbol: "O'BRIEN" },
  34: { name: '100% Shea Co-operative', symbol: 'SHEA100%' },
  41: { name: 'Énergie “Soleil” du Sénégal', symbol: 'ÉNERGIE' },
  43: { name: 'Lagos_Ibadan Toll Notes', symbol: 'LAG_IBD' },
};

const MILESTONES = ['Seed', 'Series A', 'Revenue', 'Profitability', 'Second plant', 'Export licence', ''];

/** The tokens of a demo organisation. */
export function demoTokens(plan: Plan, organisationId: string, day: Day) {
  const random = createRandom(`${plan.key}/tokens`);
  const issuers = ISSUERS.slice(...plan.issuers);
  const used = new Set<string>();
  return Array.from({ length: plan.tokens }, (_, index) => {
    const instrument = at(INSTRUMENTS, index);
    const currency = at(plan.currencies, Math.floor(index / INSTRUMENTS.length) + index);
    const named = naming(
      plan,
      index,
      at(issuers, index + Math.floor(index / issuers.length)),
      instrument,
      used,
    );
    // Three of four are seasoned; the rest came later, the newest a few weeks ago.
    const age = index % 4 === 3 ? random.int(20, SEASONED_DAYS - 50) : random.int(SEASONED_DAYS, 1_500);
    const createdAt = day.before(age + random.next());
    return {
      id: demoId(plan.key, 'token', index),
      organisation_id: organisationId,
      ...named,
      name_folded: fold(named.name),
      symbol_folded: fold(named.symbol),
      reference: 730_000 + index * 17 + plan.issuers[0],
      // The demo has no images: browsers would request them from hosts that don't exist.
      image: '',
      currency,
      creator: index % 9 === 8 ? null : demoId(plan.key, 'creator', index % issuers.length),
      asset: demoId(plan.key, 'asset', index),
      request: demoId(plan.key, 'request', index),
      type: index % 5 === 2 ? 'Public' : 'Private',
      deal_access: index % 5 === 2 ? 'Public' : 'Private',
      investment_type: instrument.investmentType,
      investment_category: instrument.category,
      payout_frequency: instrument.payout,
      milestone: random.pick(MILESTONES),
      esop_token: random.chance(0.04),
      created_at: createdAt,
      updated_at: day.before(random.between(0.2, Math.min(age, 30))),
      ...prices(instrument, PRICE_LEVEL[currency], random),
      ...terms(instrument, random),
      ...raise(index, PRICE_LEVEL[currency], random),
    };
  });
}

function naming(plan: Plan, index: number, issuer: string, instrument: Instrument, used: Set<string>) {
  const awkward = plan.key === 'crestline' ? AWKWARD[index] : undefined;
  if (awkward) return awkward;
  const initials = issuer
    .split(/[^\p{L}\p{M}']+/u)
    .map((word) => plain(word).slice(0, 2))
    .join('')
    .slice(0, 5);
  for (let series = 1; ; series += 1) {
    const symbol = `${initials}${instrument.code}${series}`.toUpperCase();
    if (used.has(symbol)) continue;
    used.add(symbol);
    return { symbol, name: `${issuer} ${instrument.label}${series > 1 ? ` Series ${series}` : ''}` };
  }
}

function prices({ naira }: Instrument, level: number, random: Random) {
  const middle = random.between(...naira) * level;
  const earlier = middle * (random.chance(0.5) ? random.between(0.9, 0.985) : random.between(1.015, 1.1));
  const spread = (price: number) => ({
    buy: cents(price * 1.012),
    sell: Math.max(0.01, cents(price * 0.988)),
    exchange: cents(price),
  });
  const smallest = random.pick([1, 5, 10]);
  const largest = random.pick([1_000, 5_000, 20_000]);
  return {
    price: spread(middle),
    prev_price: spread(earlier),
    min: { buy: smallest, sell: 1 },
    max: { buy: largest, sell: largest },
    vol: { buy: random.int(0, 90_000), sell: random.int(0, 60_000) },
    min_trade: { buy: smallest, sell: 1 },
    max_trade: { buy: largest / 2, sell: largest / 2 },
  };
}

function terms({ category, investmentType }: Instrument, random: Random) {
  const pays = investmentType === 'Debt' || investmentType === 'Fixed Interest';
  return {
    buy_fee: random.pick([0, 0.5, 1, 1.5]),
    sell_fee: random.pick([0.5, 1, 1.5]),
    carry: investmentType === 'Equity' || investmentType === 'SAFE' ? random.pick([10, 15, 20]) : 0,
    management_fee: random.pick([0, 1, 2]),
    discount: category === 'SAFE' ? random.pick([10, 15, 20]) : 0,
    interest: pays ? random.int(16, 54) / 2 : 0,
    dividend: investmentType === 'Equity' ? random.int(0, 12) / 2 : 0,
    tenor: category === 'Treasury Bill' ? 6 : pays ? random.pick([6, 9, 12, 24, 36]) : 0,
  };
}

/** How far the raise has come: most are complete and trade in secondaries, some are open, a few are over. */
function raise(index: number, level: number, random: Random) {
  const exited = index % 23 === 22;
  const cancelled = !exited && index % 29 === 28;
  const completedRaise = exited || (!cancelled && index % 5 !== 4);
  const raiseAmount = Math.round(random.int(20, 900) * 1_000_000 * level);
  const share = completedRaise ? 1 : random.int(5, 92) / 100;
  const totalSupply = random.int(20, 500) * 1_000;
  const valuation = raiseAmount * random.int(3, 12);
  return {
    raise_amount: raiseAmount,
    total_raised: cents(raiseAmount * share),
    percentage: Math.round(share * 100),
    valuation,
    post_raise_valuation: valuation + raiseAmount,
    total_supply: totalSupply,
    total_allocated: Math.round(totalSupply * share),
    supply: totalSupply - Math.round(totalSupply * share),
    secondaries: completedRaise && !exited && index % 3 !== 1,
    completed_raise: completedRaise,
    exited,
    cancelled,
  };
}
