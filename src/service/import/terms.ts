import { insertRows } from '../db/insert.ts';
import type { ConfigurationRow } from '../loans/repository.ts';
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
import { flatten, type Kind, nest, valuesGiven } from './kind.ts';

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
    const { rows } = await client.query<ConfigurationRow>(
      'select * from service.loan_configuration where creditor_id = $1 or id = any($2::text[])',
      [creditorId, ids],
    );
    return rows.map(({ creditor_id, created_at, updated_at, ...row }) => ({
      isOwn: creditor_id === creditorId,
      values: flatten(
        {
          ...row,
          collateral_ratio: Number(row.collateral_ratio),
          interest_rate: Number(row.interest_rate),
          created_at: created_at.toISOString(),
          updated_at: updated_at.toISOString(),
        },
        ['max_amount'],
      ),
    }));
  },
  async write(client, { creditorId }, records) {
    const rows = records.map((values) => ({ ...nest(values), creditor_id: creditorId }));
    await insertRows(client, 'loan_configuration', rows, 'replace');
  },
};
