import type { Pool } from 'pg';
import { hashAccessToken } from '#service/access-token.ts';

/** What a loan of a demo organisation is made of. */
export interface Lending {
  organisationId: string;
  creditorId: string;
  configurationId: string;
  userId: string;
  /** Two tokens that are accepted as collateral, in the loan's currency. */
  tokens: { id: string; name: string; cents: number }[];
  currency: string;
}

/** The parts of a loan that the demo's terms accept: a borrower, and tokens of the currency. */
export async function lendingOf(
  service: { database: { pool: Pool } },
  organisation: 'Crestline' | 'Harbour',
  currency: string,
): Promise<Lending> {
  const { pool } = service.database;
  const { rows } = await pool.query(
    `select o.id as "organisationId", c.id as "creditorId", f.id as "configurationId",
       (select user_id from service.member where organisation_id = o.id order by id limit 1) as "userId"
     from service.organisation o
     join service.creditor c on c.organisation_id = o.id
     join service.loan_configuration f on f.creditor_id = c.id where o.name = $1`,
    [organisation],
  );
  const tokens = await pool.query(
    `select t.id, t.name, round((price->>'sell')::numeric * 100)::int as cents
     from service.token t join service.loan_configuration f on t.investment_category = any(f.investment_categories)
     where f.id = $1 and t.organisation_id = $2 and t.currency = $3 and not exited and not cancelled
     order by cents limit 2`,
    [rows[0].configurationId, rows[0].organisationId, currency],
  );
  return { ...rows[0], tokens: tokens.rows, currency };
}

/** Adds a second part of the same organisation that lends on the same terms, with an access token of its own. */
export async function addCreditor(
  { database: { pool } }: { database: { pool: Pool } },
  { creditorId, organisationId }: Lending,
  accessToken: string,
): Promise<void> {
  await pool.query(
    `insert into service.creditor select (jsonb_populate_record(c, '{"id":"other-creditor","name":"Crestline North"}')).*
     from service.creditor c where id = $1`,
    [creditorId],
  );
  await pool.query(
    `insert into service.loan_configuration
     select (jsonb_populate_record(c, '{"id":"other-terms","creditor_id":"other-creditor"}')).*
     from service.loan_configuration c where creditor_id = $1`,
    [creditorId],
  );
  await pool.query(
    `insert into service.api_client (id, organisation_id, creditor_id, name, token_hash, demo, created_at)
     values ('other-client', $1, 'other-creditor', 'North', $2, true, now())`,
    [organisationId, hashAccessToken(accessToken)],
  );
}

/** The body of a loan that the terms accept: 1000 of the first token, and half of what they would cover. */
export function loanBody(lending: Lending) {
  const [token] = lending.tokens;
  if (!token) throw new Error('The demo has no such token');
  const amount = (token.cents * 3.5).toFixed(2);
  return {
    user_id: lending.userId,
    duration: 3,
    currency: lending.currency,
    interest_rate: 0.05,
    amount,
    repayment_amount: amount,
    collaterals: [{ token_id: token.id, quantity: 1000 }],
    loan_configuration_id: lending.configurationId,
  };
}
