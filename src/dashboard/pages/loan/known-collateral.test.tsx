import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { LoanRequest } from '#contract/loans.ts';
import { loanAddress } from '#dashboard/api/addresses.ts';
import { sendWrite } from '#dashboard/api/operations/send-write.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
let lending: Lending;
let body: LoanRequest;
let token: Lending['tokens'][number];

beforeEach(async () => {
  await sql('delete from desk.journal', []);
  await desk.signIn();
  lending = await lendingOf(desk.gateway.service, 'Crestline', 'NGN');
  token = lending.tokens[0] as typeof token;
  // 1,000 units, and half of their value lent.
  body = { ...loanBody(lending), amount: (token.cents * 5).toFixed(2) };
  body.repayment_amount = body.amount;
});

const sql = (text: string, values: unknown[]) => desk.gateway.service.database.pool.query(text, values);
const grouped = (value: number, digits?: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: 2 }).format(value);

/** Creates the loan through this desk, with the present prices in its note, and opens its page. */
async function createAndOpen(before: () => Promise<void> = async () => {}): Promise<HTMLElement> {
  const price = token.cents / 100;
  const { data } = await (await fetch('/session')).json();
  const line = { token_id: token.id, name: token.name, quantity: 1000, sell_price: price, price_at: null };
  const result = await sendWrite({
    kind: 'createLoan',
    input: { body },
    key: newUuid(),
    note: { collateral: [line] },
    holder: data.session.holder,
  });
  if (result.kind !== 'done') throw new Error(`The loan was not created: ${result.kind}`);
  await before();
  await renderDesk(loanAddress(result.data.id ?? '', result.data.created_at));
  const panel = await screen.findByRole('region', { name: 'Collateral' }, PATIENCE);
  await within(panel).findByText(/^As recorded when Crestline/, {}, PATIENCE);
  return panel;
}

/** The value of a label of the panel. */
async function figure(panel: HTMLElement, label: string, text: string | RegExp): Promise<void> {
  const term = await within(panel).findByText(label);
  const value = term.nextElementSibling as HTMLElement;
  await waitFor(() => expect(value).toHaveTextContent(text), PATIENCE);
}

describe('the collateral of a loan that this desk saw being created', () => {
  test('is shown although thousands of loans were created since', async () => {
    const panel = await createAndOpen(async () => {
      await sql(
        `insert into desk.journal select (jsonb_populate_record(j, jsonb_build_object(
           'id', 'f' || lpad(nth::text, 27, '0'), 'key', gen_random_uuid(),
           'reply', jsonb_build_object('id', 'newer-' || nth)))).*
         from desk.journal j, generate_series(1, 5000) as nth where kind = 'createLoan'`,
        [],
      );
    });
    expect(panel).toHaveTextContent(token.name);
  });

  test('is priced as it was and as it is now, with the loan-to-value of both', async () => {
    const panel = await createAndOpen(async () => {
      const { rows } = await sql('select price from service.token where id = $1', [token.id]);
      onTestFinished(
        async () =>
          void (await sql('update service.token set price = $2 where id = $1', [token.id, rows[0].price])),
      );
      const price = { ...rows[0].price, sell: (token.cents / 100) * 2 };
      await sql('update service.token set price = $2 where id = $1', [token.id, price]);
    });
    const was = token.cents / 100;
    await figure(panel, 'Value at origination', `${grouped(was * 1000, 2)}NGN`);
    await figure(panel, 'Current value', `${grouped(was * 2000, 2)}NGN`);
    await figure(panel, 'LTV at origination', '50.00%');
    await figure(panel, 'Current LTV', '25.00%');
    const line = within(panel).getByRole('listitem');
    expect(line).toHaveTextContent(token.name);
    expect(line).toHaveTextContent(`1,000 × ${grouped(was)}`);
    expect(line).toHaveTextContent(grouped(was * 2));
  });

  test('is priced anew by Refresh', async () => {
    const panel = await createAndOpen();
    await figure(panel, 'Current LTV', '50.00%');
    const { rows } = await sql('select price from service.token where id = $1', [token.id]);
    const setPrice = (price: unknown) =>
      sql('update service.token set price = $2 where id = $1', [token.id, price]);
    onTestFinished(async () => void (await setPrice(rows[0].price)));
    await setPrice({ ...rows[0].price, sell: (token.cents / 100) * 2 });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Refresh' }));
    await figure(panel, 'Current LTV', '25.00%');
  });

  test('says that a token has exited since', async () => {
    const panel = await createAndOpen(async () => {
      onTestFinished(
        async () => void (await sql('update service.token set exited = false where id = $1', [token.id])),
      );
      await sql('update service.token set exited = true where id = $1', [token.id]);
    });
    expect(await within(panel).findByText('Exited since, at its last price', {}, PATIENCE)).toBeVisible();
    await figure(panel, 'Cover', 'Unknown');
  });

  test('of a token that can’t be had any more has a value of then, and none of now', async () => {
    const panel = await createAndOpen(async () => {
      desk.fault(new RegExp(`/token/${token.id}$`), () =>
        Response.json({ status: 'error', message: 'No such token.' }, { status: 404 }),
      );
    });
    await figure(panel, 'Value at origination', `${grouped(token.cents * 10, 2)}NGN`);
    await figure(panel, 'Current value', 'A current price is missing.');
    await figure(panel, 'Current LTV', 'A current price is missing.');
    expect(within(panel).getByRole('listitem')).toHaveTextContent('Current price unavailable.');
  });

  test('says where the loan was found only afterwards', async () => {
    const panel = await createAndOpen(async () => {
      const check = [{ at: '2026-11-23T10:00:00.000Z', saw: 'Found.', complete: true, who: null }];
      await sql('update desk.journal set checks = $1, answer = null', [JSON.stringify(check)]);
    });
    expect(panel).toHaveTextContent('The response was lost; the loan was found afterwards.');
  });
});

test('terms that can’t be loaded are not called terms without a limit, and Retry loads them', async () => {
  const mend = desk.fault(/loan-configuration/, refuse);
  const panel = await createAndOpen();
  expect(await within(panel).findByText(/^The terms could not be loaded\. /, {}, PATIENCE)).toBeVisible();
  expect(panel).not.toHaveTextContent('The terms set no limit.');
  mend();
  await userEvent.click(within(panel).getByRole('button', { name: 'Retry' }));
  await figure(panel, 'Maximum LTV', '70.00%');
});

test('collateral that can’t be loaded is not called unknown, and Retry loads it', async () => {
  const { body: answer } = await desk.gateway.service.call('listLoans', { query: { page: 1, limit: 1 } });
  const [loan] = answer.data.docs;
  const end = desk.fault(/^\/desk\/collateral\?/, () =>
    Response.json({ status: 'error', message: 'Broken' }, { status: 403 }),
  );
  const user = await renderDesk(loanAddress(loan.id, loan.created_at));
  const said = await screen.findByText(/^The collateral could not be loaded/, {}, PATIENCE);
  const panel = said.parentElement as HTMLElement;
  end();
  await user.click(within(panel).getByRole('button', { name: 'Retry' }));
  expect(
    await screen.findByText(/^Collateral isn’t available for loans created/, {}, PATIENCE),
  ).toBeVisible();
});
