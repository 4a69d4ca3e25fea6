import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { UpstreamFault } from '#gateway/proxy/upstream.ts';
import { addToken, box, LOAN, loanDeskOfFile, opened, review, send } from '#tests/support/new-loan.ts';
import { PATIENCE } from '#tests/support/render-desk.tsx';

const lender = loanDeskOfFile();
const { desk } = lender;

describe('a refusal of the service', () => {
  test.each([
    [400, 'amount: must be greater than 0', 'Amount'],
    [422, 'amount: is above the limit of 5 NGN', 'Amount'],
    [422, 'duration: is above the 2 months of this configuration', 'Term'],
    [400, 'interest_rate: must be from 0 to 1 (0.05 means 5 %)', 'Monthly interest rate'],
    [400, 'repayment_amount: must not be below the amount, 1234.5', 'Total repayable'],
    [400, 'reason: must have at most 2000 characters', 'Reason'],
    [400, 'bank_name: must have at most 200 characters', 'Bank name'],
    [400, 'account_number: must have at most 50 characters', 'Account number'],
    [400, 'collaterals[0].quantity: must be at most 10^15', /^Quantity of/],
  ] as [number, string, string | RegExp][])(
    '%i “%s” stands at its field until that is changed',
    async (status, message, name) => {
      const user = await lender.filledAndReviewed();
      desk.fault(LOAN, () => Response.json({ status: 'error', message }, { status }));
      await user.click(send());
      const summary = await screen.findByRole('alert', { name: /^Fix \d+ problem/ }, PATIENCE);
      await waitFor(() => expect(summary).toHaveFocus());
      expect(summary).toHaveTextContent('Nothing was created.');
      const said = message.replace(/^[^:]+: /, '');
      const field = box(name);
      expect(field).toHaveAccessibleDescription(expect.stringContaining(said));
      expect(lender.posts()).toBe(1);
      await user.type(field, '1');
      await waitFor(() => expect(field).not.toHaveAccessibleDescription(expect.stringContaining(said)));
    },
  );

  test('that names several fields stands at each, and one about collateral at its line', async () => {
    const user = await lender.filledAndReviewed();
    const message = `user_id: no member has this user id; collaterals[0].token_id: ${lender.token.name} has exited and can no longer be pledged; collaterals: is worth 1 NGN; and 2 more`;
    desk.fault(LOAN, () => Response.json({ status: 'error', message }, { status: 422 }));
    await user.click(send());
    const summary = await screen.findByRole('alert', { name: 'Fix 3 problems to continue' }, PATIENCE);
    expect(summary).toHaveTextContent('Borrower: The service says: “no member has this user id”');
    expect(summary).toHaveTextContent('and 2 more');
    expect(screen.getByRole('combobox', { name: 'Add a token' })).toHaveAccessibleDescription(
      /is worth 1 NGN/,
    );
  });

  test('about a line of collateral moves up with its line', async () => {
    const user = await lender.open();
    await lender.fill(user);
    const second = lender.lending.tokens[1]?.name ?? '';
    await addToken(user, second);
    const quantities = () => screen.getAllByRole('textbox', { name: /^Quantity of/ });
    await waitFor(() => expect(quantities()).toHaveLength(2));
    await user.type(quantities()[1] as HTMLElement, '7');
    await review(user);
    const message = 'collaterals[1].quantity: is more than there is';
    desk.fault(LOAN, () => Response.json({ status: 'error', message }, { status: 422 }));
    await user.click(send());
    await screen.findByRole('alert', { name: /^Fix \d+ problem/ }, PATIENCE);
    await user.click(screen.getAllByRole('button', { name: /^Remove/ })[0] as HTMLElement);
    await waitFor(() => expect(quantities()).toHaveLength(1));
    const said = expect.stringContaining('is more than there is');
    await waitFor(() => expect(quantities()[0]).toHaveAccessibleDescription(said));
  });

  test('is the real one’s own, too', async () => {
    const user = await lender.filledAndReviewed();
    const { pool } = desk.gateway.service.database;
    desk.fault(LOAN, async (_request, pass) => {
      await pool.query('update service.token set exited = true where id = $1', [lender.token.id]);
      const response = await pass();
      await pool.query('update service.token set exited = false where id = $1', [lender.token.id]);
      return response;
    });
    const before = await lender.total();
    await user.click(send());
    const summary = await screen.findByRole('alert', { name: /^Fix \d+ problem/ }, PATIENCE);
    expect(summary).toHaveTextContent('has exited and can no longer be pledged');
    expect(await lender.total()).toBe(before);
  });

  test('that is not about its content leaves the review as it is, to be sent again by hand', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    const end = desk.fault(LOAN, () =>
      Response.json({ status: 'error', message: 'Not allowed yet' }, { status: 403 }),
    );
    await user.click(send());
    expect(
      await screen.findByText('This loan was not accepted. Nothing was created.', {}, PATIENCE),
    ).toBeVisible();
    end();
    await user.click(send());
    await opened();
    expect(await lender.total()).toBe(before + 1);
  });

  test('is asked of the service again by another press, although nothing in it changed', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    const { pool } = desk.gateway.service.database;
    const exit = (exited: boolean) =>
      pool.query('update service.token set exited = $2 where id = $1', [lender.token.id, exited]);
    const end = desk.fault(LOAN, async (_request, pass) => {
      await exit(true);
      const response = await pass();
      await exit(false);
      return response;
    });
    await user.click(send());
    await screen.findByRole('alert', { name: /^Fix \d+ problem/ }, PATIENCE);
    end();
    await review(user);
    await user.click(send());
    await opened();
    expect(await lender.total()).toBe(before + 1);
  });
});

describe('a service that can’t be reached', () => {
  test('got nothing, and the loan can be sent again by hand', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    desk.replaceService(async (request) => {
      if (request.method === 'POST') throw new UpstreamFault('unreachable');
      return await desk.gateway.service
        .fetch(new Request(`http://s.test${request.target}`, { headers: request.headers }))
        .then(async (response) => ({
          status: response.status,
          contentType: response.headers.get('content-type') ?? '',
          retryAfter: null,
          body: new Uint8Array(await response.arrayBuffer()),
        }));
    });
    await user.click(send());
    expect(await screen.findByText('Nothing was sent', {}, PATIENCE)).toBeVisible();
    desk.replaceService(null);
    await user.click(send());
    await opened();
    expect(await lender.total()).toBe(before + 1);
  });
});
