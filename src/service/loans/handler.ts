import { collateralCover, collateralRefusal } from '#contract/collateral.ts';
import { addMonths, writeRepaymentDate } from '#contract/dates.ts';
import { forbiddenLoan, malformedLoan } from '#contract/loan-rules.ts';
import type { LoanRequest } from '#contract/loans.ts';
import { docsPage, pageWindow } from '#contract/paging.ts';
import type { Handler } from '../bind.ts';
import type { Client } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { writeOnce } from '../idempotency.ts';
import { type FieldProblem, fieldRefusal, Refusal } from '../refusal.ts';
import {
  type ConfigurationRow,
  configurationOf,
  countLoans,
  holdTokens,
  insertLoan,
  isMemberUser,
  type LoanRow,
  loansAfter,
} from './repository.ts';

/** Endpoint 2. */
export const listLoans: Handler<'listLoans'> = async ({ context, client, query }) => {
  const creditorId = creditorOf(client);
  const window = pageWindow(query);
  const total = await countLoans(context.db, creditorId);
  const rows = await loansAfter(context.db, creditorId, { total, ...window });
  return {
    message: 'Loans retrieved.',
    data: {
      ...docsPage(window, total),
      sort: { created_at: -1 },
      docs: rows.map((row) => loanReply(row, context.timeZone)),
    },
  };
};

/** Endpoint 3. */
export const getLoanConfiguration: Handler<'getLoanConfiguration'> = async ({ context, client }) => {
  const row = await configurationOf(context.db, creditorOf(client));
  if (!row) throw new Refusal(404, 'This creditor has no loan configuration.');
  return {
    message: 'Loan configuration retrieved.',
    data: {
      id: row.id,
      investment_categories: row.investment_categories,
      grace_period: row.grace_period,
      grace_period_unit: row.grace_period_unit,
      max_amount: row.max_amount,
      creditor: { id: row.creditor_id, name: row.creditor_name },
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      collateral_ratio: Number(row.collateral_ratio),
      duration: row.duration,
      interest_rate: Number(row.interest_rate),
      provider_url: row.provider_url,
      use_api: row.use_api,
    },
  };
};

/** Endpoint 1. Either the loan with all its collateral is written, or nothing is. */
export const createLoan: Handler<'createLoan'> = async (call) => {
  const { context, client, body } = call;
  const creditorId = creditorOf(client);
  refuseOn(400, malformedLoan(body));
  return await writeOnce('createLoan', call, async (tx) => {
    const configuration = await configurationOf(tx, creditorId);
    if (configuration?.id !== body.loan_configuration_id) {
      throw fieldRefusal(404, [{ field: 'loan_configuration_id', message: 'no such loan configuration' }]);
    }
    refuseOn(
      422,
      forbiddenLoan(body, { max_amount: configuration.max_amount, duration: configuration.duration }),
    );
    if (!(await isMemberUser(tx, client.organisationId, body.user_id))) {
      throw fieldRefusal(404, [{ field: 'user_id', message: 'no member has this user id' }]);
    }
    const pledged = await weighCollateral(tx, client, body, configuration);
    const row = await insertLoan(
      tx,
      {
        id: context.newId(),
        creditor_id: creditorId,
        loan_configuration_id: configuration.id,
        borrower_id: body.user_id,
        amount: body.amount,
        currency: body.currency,
        repayment_amount: body.repayment_amount,
        interest_rate: body.interest_rate,
        duration: body.duration,
        status: 'ACTIVE',
        grace_period: configuration.grace_period,
        grace_period_unit: configuration.grace_period_unit,
        reason: body.reason ?? null,
        bank_name: body.bank_name ?? null,
        bank_code: body.bank_code ?? null,
        account_number: body.account_number ?? null,
      },
      pledged.map(({ name: _, ...line }) => line),
      { now: context.clock(), repaymentAt: (from) => addMonths(from, body.duration, context.timeZone) },
    );
    return {
      message: 'Loan created.',
      data: {
        ...loanReply(row, context.timeZone),
        collaterals: pledged.map((line) => ({
          token_id: line.token_id,
          quantity: Number(line.quantity),
          name: line.name,
        })),
      },
    };
  });
};

/** Values each collateral line at the token's current sell price, or refuses the lines at fault. */
async function weighCollateral(
  tx: Executor,
  client: Client,
  body: LoanRequest,
  configuration: ConfigurationRow,
) {
  const tokens = await holdTokens(
    tx,
    client.organisationId,
    body.collaterals.map((line) => line.token_id),
  );
  const unknown: FieldProblem[] = [];
  const unfit: FieldProblem[] = [];
  const lines = body.collaterals.flatMap((line, index) => {
    const field = `collaterals[${index}].token_id`;
    const found = tokens.get(line.token_id);
    if (!found) {
      unknown.push({ field, message: 'no such token' });
      return [];
    }
    const refusal = collateralRefusal(found, {
      currency: body.currency,
      categories: configuration.investment_categories,
    });
    if (refusal) unfit.push({ field, message: `${found.name} ${refusal}` });
    return [
      {
        token_id: found.id,
        name: found.name,
        quantity: String(line.quantity),
        sell_price: String(found.price.sell),
      },
    ];
  });
  refuseOn(404, unknown);
  refuseOn(422, unfit);
  const ratio = Number(configuration.collateral_ratio);
  const cover = collateralCover(
    body.amount,
    lines.map(({ quantity, sell_price: sellPrice }) => ({ quantity, sellPrice })),
    ratio,
  );
  if (!cover.sufficient) {
    const message = `is worth ${cover.value} ${body.currency}, which at a ratio of ${ratio} covers ${cover.highestAmount} ${body.currency}, not ${body.amount}`;
    throw fieldRefusal(422, [{ field: 'collaterals', message }]);
  }
  return lines;
}

function loanReply(row: LoanRow, timeZone: string) {
  return {
    id: row.id,
    borrower: row.borrower_id,
    creditor: row.creditor_id,
    amount: Number(row.amount),
    currency: row.currency,
    repayment_amount: Number(row.repayment_amount),
    repayment_date: writeRepaymentDate(row.repayment_at.getTime(), timeZone),
    interest_rate: Number(row.interest_rate),
    duration: row.duration,
    status: row.status,
    grace_period: row.grace_period,
    grace_period_unit: row.grace_period_unit,
    ...(row.reason !== null && { reason: row.reason }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function creditorOf(client: Client): string {
  if (client.creditorId === null)
    throw new Refusal(403, 'This API client is not a creditor: it has no loans.');
  return client.creditorId;
}

function refuseOn(status: 400 | 404 | 422, problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw fieldRefusal(status, problems);
}
