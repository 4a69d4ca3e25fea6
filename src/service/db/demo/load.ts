import type { Pool, PoolClient } from 'pg';
import { hashAccessToken } from '#service/access-token.ts';
import { insertRows } from '../insert.ts';
import * as schema from '../schema.ts';
import { demoCustomers } from './customers.ts';
import { type Day, dayOf } from './day.ts';
import { demoLoans } from './loans.ts';
import { demoMembers } from './members.ts';
import { demoMemberOrders } from './orders.ts';
import { PLANS, type Plan } from './plans.ts';
import { demoId } from './random.ts';
import { demoTokens } from './tokens.ts';

/** The demo organisations and the access tokens that sign in to them. */
export const DEMO_SIGN_INS = PLANS.map(({ name, accessToken }) => ({ organisation: name, accessToken }));

/**
 * Loads the demo data into a database that holds no organisation, all or nothing, with dates that count from
 * the day of `now`; returns whether it did. Where two processes start at once, one of them does.
 */
export async function loadDemo(pool: Pool, options: { now: number; timeZone: string }): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table service.organisation in exclusive mode');
    const { rows } = await client.query('select 1 from service.organisation limit 1');
    if (rows.length > 0) {
      await client.query('rollback');
      return false;
    }
    for (const plan of PLANS) await loadPlan(client, plan, dayOf(options.now), options.timeZone);
    await client.query('commit');
    await analyze(client);
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Brings the statistics up to date, without which the first queries go by wrong guesses. */
export async function analyze(client: PoolClient): Promise<void> {
  await client.query(`analyze service.organisation, service.creditor, service.api_client,
    service.loan_configuration, service.token, service.member, service.loan, service.loan_collateral,
    service.member_order, service.escrow_entry, service.customer, service.transaction`);
}

async function loadPlan(client: PoolClient, plan: Plan, day: Day, timeZone: string): Promise<void> {
  const { organisationId, creditorId, configurationId } = await insertTerms(client, plan, day);
  const tokens = demoTokens(plan, organisationId, day);
  const members = demoMembers(plan, organisationId, day);
  await insertRows(client, schema.token, tokens);
  await insertRows(client, schema.member, members);

  const context = { plan, creditorId, configurationId, tokens, members, day, timeZone };
  const { loans, collaterals } = demoLoans(context);
  await insertRows(client, schema.loan, loans);
  await insertRows(client, schema.loanCollateral, collaterals);
  await client.query('update service.creditor set loan_count = $2, last_loan_at = $3 where id = $1', [
    creditorId,
    loans.length,
    loans.at(-1)?.createdAt,
  ]);

  const { orders, escrow } = demoMemberOrders(plan, members, tokens, day);
  await insertRows(client, schema.memberOrder, orders);
  await insertRows(client, schema.escrowEntry, escrow);

  const { customers, transactions } = demoCustomers(plan, members, tokens, day);
  await insertRows(client, schema.customer, customers);
  await insertRows(client, schema.transaction, transactions);
}

/** What the terms are made of. */
type Lender = Pick<Plan, 'key' | 'name' | 'accessToken' | 'creditorName' | 'configuration'>;

/** Inserts an organisation with its creditor, the terms that it lends on and its API client. */
export async function insertTerms(client: PoolClient, plan: Lender, day: Day) {
  const organisationId = demoId(plan.key, 'organisation');
  const creditorId = demoId(plan.key, 'creditor');
  const configurationId = demoId(plan.key, 'loan-configuration');
  const { categories, ...terms } = plan.configuration;
  const founded = { createdAt: day.before(1_900), updatedAt: day.before(60) };
  const { createdAt } = founded;
  await insertRows(client, schema.organisation, [
    { id: organisationId, name: plan.name, demo: true, createdAt },
  ]);
  await insertRows(client, schema.creditor, [
    { id: creditorId, organisationId, name: plan.creditorName, loanCount: 0 },
  ]);
  await insertRows(client, schema.apiClient, [
    {
      id: demoId(plan.key, 'api-client'),
      organisationId,
      creditorId,
      name: `${plan.name} demo`,
      tokenHash: hashAccessToken(plan.accessToken),
      demo: true,
      createdAt,
    },
  ]);
  await insertRows(client, schema.loanConfiguration, [
    {
      id: configurationId,
      creditorId,
      investmentCategories: categories,
      gracePeriodUnit: 'DAYS',
      providerUrl: `https://${plan.key}.example.com/credit`,
      useApi: true,
      ...terms,
      ...founded,
    },
  ]);
  return { organisationId, creditorId, configurationId };
}
