import type { Pool, PoolClient } from 'pg';
import { hashAccessToken } from '#service/access-token.ts';
import { insertRows } from '../insert.ts';
import type { Executor } from '../open.ts';
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
  // An import holds the lock until it ends, and a start must not wait for that.
  if (await holdsOrganisation(pool)) return false;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table service.organisation in share row exclusive mode');
    if (await holdsOrganisation(client)) {
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

async function holdsOrganisation(db: Executor): Promise<boolean> {
  return (await db.query('select from service.organisation limit 1')).rowCount !== 0;
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
  await insertRows(client, 'token', tokens);
  await insertRows(client, 'member', members);

  const context = { plan, creditorId, configurationId, tokens, members, day, timeZone };
  const { loans, collaterals } = demoLoans(context);
  await insertRows(client, 'loan', loans);
  await insertRows(client, 'loan_collateral', collaterals);
  await client.query('update service.creditor set loan_count = $2, last_loan_at = $3 where id = $1', [
    creditorId,
    loans.length,
    loans.at(-1)?.created_at,
  ]);

  const { orders, escrow } = demoMemberOrders(plan, members, tokens, day);
  await insertRows(client, 'member_order', orders);
  await insertRows(client, 'escrow_entry', escrow);

  const { customers, transactions } = demoCustomers(plan, members, tokens, day);
  await insertRows(client, 'customer', customers);
  await insertRows(client, 'transaction', transactions);
}

/** What the terms are made of. */
type Lender = Pick<Plan, 'key' | 'name' | 'accessToken' | 'creditorName' | 'configuration'>;

/** Inserts an organisation with its creditor, the terms that it lends on and its API client. */
export async function insertTerms(client: PoolClient, plan: Lender, day: Day) {
  const organisationId = demoId(plan.key, 'organisation');
  const creditorId = demoId(plan.key, 'creditor');
  const configurationId = demoId(plan.key, 'loan-configuration');
  const { categories, ...terms } = plan.configuration;
  const founded = { created_at: day.before(1_900), updated_at: day.before(60) };
  const { created_at } = founded;
  await insertRows(client, 'organisation', [{ id: organisationId, name: plan.name, demo: true, created_at }]);
  await insertRows(client, 'creditor', [
    { id: creditorId, organisation_id: organisationId, name: plan.creditorName },
  ]);
  await insertRows(client, 'api_client', [
    {
      id: demoId(plan.key, 'api-client'),
      organisation_id: organisationId,
      creditor_id: creditorId,
      name: `${plan.name} demo`,
      token_hash: `\\x${hashAccessToken(plan.accessToken).toString('hex')}`,
      demo: true,
      created_at,
    },
  ]);
  await insertRows(client, 'loan_configuration', [
    {
      id: configurationId,
      creditor_id: creditorId,
      investment_categories: categories,
      grace_period_unit: 'DAYS',
      provider_url: `https://${plan.key}.example.com/credit`,
      use_api: true,
      max_amount: terms.maxAmount,
      collateral_ratio: terms.collateralRatio,
      duration: terms.duration,
      interest_rate: terms.interestRate,
      grace_period: terms.gracePeriod,
      ...founded,
    },
  ]);
  return { organisationId, creditorId, configurationId };
}
