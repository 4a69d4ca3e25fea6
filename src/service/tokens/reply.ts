import type { TokenRow } from './repository.ts';

/** The fields of a token that every response carries (interface, "Token"). */
export function tokenReply(row: TokenRow) {
  return {
    _id: row.id,
    name: row.name,
    symbol: row.symbol,
    reference: Number(row.reference),
    image: row.image,
    currency: row.currency,
    creator: row.creator,
    price: row.price,
    prev_price: row.prev_price,
    min: row.min,
    max: row.max,
    vol: row.vol,
    min_trade: row.min_trade,
    max_trade: row.max_trade,
    type: row.type,
    deal_access: row.deal_access,
    investment_type: row.investment_type,
    raise_amount: Number(row.raise_amount),
    buy_fee: Number(row.buy_fee),
    sell_fee: Number(row.sell_fee),
    carry: Number(row.carry),
    management_fee: Number(row.management_fee),
    valuation: Number(row.valuation),
    discount: Number(row.discount),
    interest: Number(row.interest),
    dividend: Number(row.dividend),
    tenor: Number(row.tenor),
    supply: Number(row.supply),
    total_supply: Number(row.total_supply),
    total_raised: Number(row.total_raised),
    post_raise_valuation: Number(row.post_raise_valuation),
    total_allocated: Number(row.total_allocated),
    milestone: row.milestone,
    secondaries: row.secondaries,
    completed_raise: row.completed_raise,
    exited: row.exited,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The fields that search and the single token carry besides. */
export function classifiedReply(row: TokenRow) {
  return {
    ...tokenReply(row),
    investment_category: row.investment_category,
    payout_frequency: row.payout_frequency,
    cancelled: row.cancelled,
  };
}
