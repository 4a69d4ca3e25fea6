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
      investment_categories: row.investmentCategories,
      grace_period: row.gracePeriod,
      grace_period_unit: row.gracePeriodUnit,
      max_amount: row.maxAmount,
      creditor: { id: row.creditorId, name: row.creditorName },
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      collateral_ratio: row.collateralRatio,
      duration: row.duration,
      interest_rate: row.interestRate,
      provider_url: row.providerUrl,
      use_api: row.useApi,
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
      forbiddenLoan(body, { max_amount: configuration.maxAmount, duration: configuration.duration }),
    );
    if (!(await isMemberUser(tx, client.organisationId, body.user_id))) {
      throw fieldRefusal(404, [{ field: 'user_id', message: 'no member has this user id' }]);
    }
    const pledged = await weighCollateral(tx, client, body, configuration);
    const row = await insertLoan(
      tx,
      {
        id: context.newId(),
        creditorId,
        loanConfigurationId: configuration.id,
        borrowerId: body.user_id,
        amount: body.amount,
        currency: body.currency,
        repaymentAmount: body.repayment_amount,
        interestRate: body.interest_rate,
        duration: body.duration,
        status: 'ACTIVE',
        gracePeriod: configuration.gracePeriod,
        gracePeriodUnit: configuration.gracePeriodUnit,
        reason: body.reason ?? null,
        bankName: body.bank_name ?? null,
        bankCode: body.bank_code ?? null,
        accountNumber: body.account_number ?? null,
      },
      pledged.map(({ tokenId, quantity, sellPrice }) => ({ tokenId, quantity, sellPrice })),
      { now: context.clock(), repaymentAt: (from) => addMonths(from, body.duration, context.timeZone) },
    );
    return {
      message: 'Loan created.',
      data: {
        ...loanReply(row, context.timeZone),
        collaterals: pledged.map((line) => ({
          token_id: line.tokenId,
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
    const refusal = collateralRefusal(
      { ...found, investment_category: found.investmentCategory },
      { currency: body.currency, categories: configuration.investmentCategories },
    );
    if (refusal) unfit.push({ field, message: `${found.name} ${refusal}` });
    return [
      {
        tokenId: found.id,
        name: found.name,
        quantity: String(line.quantity),
        sellPrice: String(found.price.sell),
      },
    ];
  });
  refuseOn(404, unknown);
  refuseOn(422, unfit);
  const cover = collateralCover(body.amount, lines, configuration.collateralRatio);
  if (!cover.sufficient) {
    const message = `is worth ${cover.value} ${body.currency}, which at a ratio of ${configuration.collateralRatio} covers ${cover.highestAmount} ${body.currency}, not ${body.amount}`;
    throw fieldRefusal(422, [{ field: 'collaterals', message }]);
  }
  return lines;
}

function loanReply(row: LoanRow, timeZone: string) {
  return {
    id: row.id,
    borrower: row.borrowerId,
    creditor: row.creditorId,
    amount: Number(row.amount),
    currency: row.currency,
    repayment_amount: Number(row.repaymentAmount),
    repayment_date: writeRepaymentDate(row.repaymentAt.getTime(), timeZone),
    interest_rate: row.interestRate,
    duration: row.duration,
    status: row.status,
    grace_period: row.gracePeriod,
    grace_period_unit: row.gracePeriodUnit,
    ...(row.reason !== null && { reason: row.reason }),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
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
