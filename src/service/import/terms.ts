import { eq, or } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { LoanConfiguration } from '#contract/loans.ts';
import { insertRows } from '../db/insert.ts';
import { loanConfiguration } from '../db/schema.ts';
import {
  address,
  filledText,
  flag,
  generated,
  id,
  instant,
  now,
  optional,
  positive,
  required,
  sameAs,
  share,
  texts,
  whole,
} from './fields.ts';
import { flatten, isAmong, type Kind, nest, valuesGiven } from './kind.ts';

/** Lending terms, the loan configuration of the interface. */
export const terms: Kind = {
  noun: 'set of terms',
  unique: ['id'],
  fixed: ['id'],
  isSingle: true,
  fields: {
    id: generated(id),
    investment_categories: required(texts),
    'max_amount.*': required(positive),
    collateral_ratio: required(positive),
    duration: required(whole(1, 1_200)),
    interest_rate: required(share),
    grace_period: required(whole(0, 3_650)),
    grace_period_unit: optional(filledText(20), 'DAYS'),
    provider_url: optional(address, ''),
    use_api: optional(flag, true),
    created_at: now(instant),
    updated_at: sameAs(instant, 'created_at'),
  },
  async find(client, { creditorId }, records) {
    const ids = valuesGiven(records, 'id');
    const rows = await drizzle(client)
      .select()
      .from(loanConfiguration)
      .where(or(eq(loanConfiguration.creditorId, creditorId), isAmong(loanConfiguration.id, ids)));
    return rows.map((row) => ({
      isOwn: row.creditorId === creditorId,
      values: flatten(
        {
          id: row.id,
          investment_categories: row.investmentCategories,
          max_amount: row.maxAmount,
          collateral_ratio: row.collateralRatio,
          duration: row.duration,
          interest_rate: row.interestRate,
          grace_period: row.gracePeriod,
          grace_period_unit: row.gracePeriodUnit,
          provider_url: row.providerUrl,
          use_api: row.useApi,
          created_at: row.createdAt.toISOString(),
          updated_at: row.updatedAt.toISOString(),
        },
        ['max_amount'],
      ),
    }));
  },
  async write(client, { creditorId }, records) {
    const rows = records.map((values) => {
      const given = nest(values) as unknown as Omit<LoanConfiguration, 'creditor'>;
      return {
        id: given.id,
        creditorId,
        investmentCategories: given.investment_categories,
        maxAmount: given.max_amount,
        collateralRatio: given.collateral_ratio,
        duration: given.duration,
        interestRate: given.interest_rate,
        gracePeriod: given.grace_period,
        gracePeriodUnit: given.grace_period_unit,
        providerUrl: given.provider_url,
        useApi: given.use_api,
        createdAt: new Date(given.created_at),
        updatedAt: new Date(given.updated_at),
      };
    });
    await insertRows(client, loanConfiguration, rows, 'replace');
  },
};
