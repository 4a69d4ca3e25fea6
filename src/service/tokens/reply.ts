import type { TokenRow } from './repository.ts';

/** The fields of a token that every response carries (interface, "Token"). */
export function tokenReply(row: TokenRow) {
  return {
    _id: row.id,
    name: row.name,
    symbol: row.symbol,
    reference: row.reference,
    image: row.image,
    currency: row.currency,
    creator: row.creator,
    price: row.price,
    prev_price: row.prevPrice,
    min: row.min,
    max: row.max,
    vol: row.vol,
    min_trade: row.minTrade,
    max_trade: row.maxTrade,
    type: row.type,
    deal_access: row.dealAccess,
    investment_type: row.investmentType,
    raise_amount: row.raiseAmount,
    buy_fee: row.buyFee,
    sell_fee: row.sellFee,
    carry: row.carry,
    management_fee: row.managementFee,
    valuation: row.valuation,
    discount: row.discount,
    interest: row.interest,
    dividend: row.dividend,
    tenor: row.tenor,
    supply: row.supply,
    total_supply: row.totalSupply,
    total_raised: row.totalRaised,
    post_raise_valuation: row.postRaiseValuation,
    total_allocated: row.totalAllocated,
    milestone: row.milestone,
    secondaries: row.secondaries,
    completed_raise: row.completedRaise,
    exited: row.exited,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The fields that search and the single token carry besides. */
export function classifiedReply(row: TokenRow) {
  return {
    ...tokenReply(row),
    investment_category: row.investmentCategory,
    payout_frequency: row.payoutFrequency,
    cancelled: row.cancelled,
  };
}
