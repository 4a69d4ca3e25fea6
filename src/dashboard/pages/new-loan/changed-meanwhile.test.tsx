import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  box,
  button,
  LOAN,
  loanDeskOfFile,
  opened,
  put,
  review,
  send,
  wantReview,
} from '#tests/support/new-loan.ts';
import { PATIENCE } from '#tests/support/render-desk.tsx';
import { CRESTLINE } from '#tests/support/service.ts';

const CONFIGURATION = /loan-configuration/;
const lender = loanDeskOfFile();
const { desk } = lender;

describe('what changes while the form is open', () => {
  test('terms: the new ones stand beside the old, and what was typed stays', async () => {
    const user = await lender.filledAndReviewed();
    desk.fault(CONFIGURATION, async (_request, pass) => {
      const answer = await (await pass()).json();
      answer.data.max_amount = { ...answer.data.max_amount, NGN: 1000 };
      return Response.json(answer);
    });
    await user.click(send());
    expect(
      await screen.findByText('Your terms changed while this form was open', {}, PATIENCE),
    ).toBeVisible();
    const row = screen.getByRole('row', { name: /Limit in NGN/ });
    expect(row).toHaveTextContent('50,000,000 NGN');
    expect(row).toHaveTextContent('1,000 NGN');
    expect(box('Amount')).toHaveValue('1,234.50');
    expect(lender.posts()).toBe(0);
    const summary = await screen.findByRole('alert', { name: /^Fix \d+ problem/ }, PATIENCE);
    expect(summary).toHaveTextContent('Maximum is 1,000 NGN.');
    await user.click(button('Continue with the new terms'));
    expect(screen.queryByText('Your terms changed while this form was open')).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'New loan' })).toHaveFocus();
    await put(user, box('Amount'), '900');
    await review(user);
  });

  test('the order of the terms alone is no change of them: the loan is created', async () => {
    const user = await lender.filledAndReviewed();
    desk.fault(CONFIGURATION, async (_request, pass) => {
      const answer = await (await pass()).json();
      answer.data.max_amount = Object.fromEntries(Object.entries(answer.data.max_amount).reverse());
      return Response.json(answer);
    });
    await user.click(send());
    await opened();
    expect(lender.posts()).toBe(1);
  });

  test('terms, behind the last look at them: the service refuses, and they stand beside the old', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    const { pool } = desk.gateway.service.database;
    const limit = (most: number) =>
      pool.query(
        "update service.loan_configuration set max_amount = jsonb_set(max_amount, '{NGN}', $2) where id = $1",
        [lender.lending.configurationId, String(most)],
      );
    onTestFinished(async () => void (await limit(50_000_000)));
    desk.fault(LOAN, async (_request, pass) => {
      await limit(1000);
      return await pass();
    });
    await user.click(send());
    const summary = await screen.findByRole('alert', { name: /^Fix \d+ problem/ }, PATIENCE);
    expect(summary).toHaveTextContent('This loan was refused. Nothing was created.');
    expect(
      await screen.findByText('Your terms changed while this form was open', {}, PATIENCE),
    ).toBeVisible();
    expect(screen.getByRole('row', { name: 'Limit in NGN 50,000,000 NGN 1,000 NGN' })).toBeVisible();
    expect(box('Amount')).toHaveValue('1,234.50');
    // The form is checked again under the new terms.
    await waitFor(() =>
      expect(box('Amount')).toHaveAccessibleDescription(expect.stringContaining('Maximum is 1,000 NGN.')),
    );
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before);
  });

  test('the page itself, before the terms were looked at: nothing is sent, as the draft says', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const end = desk.fault(CONFIGURATION, async (_request, pass) => {
      await released;
      return await pass();
    });
    await user.click(send());
    await user.click(screen.getByRole('link', { name: 'Approvals' }));
    await screen.findByRole('heading', { level: 1, name: 'Approvals' }, PATIENCE);
    end();
    letGo();
    await user.click(screen.getByRole('link', { name: 'New loan' }));
    expect(await screen.findByText(/^Your draft of .* is restored$/, {}, PATIENCE)).toBeVisible();
    expect(lender.posts()).toBe(0);
    await review(user);
    await user.click(send());
    await opened();
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before + 1);
  });

  test('a token that exits is told at its line before the review', async () => {
    const user = await lender.open();
    await lender.fill(user);
    const { pool } = desk.gateway.service.database;
    await pool.query('update service.token set exited = true where id = $1', [lender.token.id]);
    await wantReview(user);
    const summary = await screen.findByRole('alert', { name: /^Fix \d+ problem/ }, PATIENCE);
    expect(summary).toHaveTextContent('has exited and can no longer be pledged. Remove the line.');
    await pool.query('update service.token set exited = false where id = $1', [lender.token.id]);
    await review(user);
  });

  test.each([400, 404])(
    'a token of which the service knows nothing (%i) is told at its line',
    async (status) => {
      const user = await lender.open();
      await lender.fill(user);
      desk.fault(/\/v1\/api\/token\/(?!search)/, async () =>
        Response.json({ status: 'error', message: 'tokenId: no such token' }, { status }),
      );
      await wantReview(user);
      const summary = await screen.findByRole('alert', { name: /^Fix \d+ problem/ }, PATIENCE);
      expect(summary).toHaveTextContent('no longer exists');
    },
  );

  test('a price is shown old → new in the review', async () => {
    const user = await lender.open();
    await lender.fill(user);
    desk.fault(/\/v1\/api\/token\/(?!search)/, async (_request, pass) => {
      const answer = await (await pass()).json();
      answer.data.price.sell = 123456.78;
      return Response.json(answer);
    });
    await review(user);
    const banner = screen.getByText('Prices changed since you picked the collateral').parentElement;
    expect(banner).toHaveTextContent('→ 123,456.78');
  });

  /** The token has another price from now on. */
  const priceNow = (sell: number) =>
    desk.fault(/\/v1\/api\/token\/(?!search)/, async (_request, pass) => {
      const answer = await (await pass()).json();
      answer.data.price.sell = sell;
      return Response.json(answer);
    });

  test('a price, after the review: nothing is sent before the new one and its loan-to-value were seen', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    priceNow(123.45);
    await user.click(send());
    const told = await screen.findByText('Prices changed. Nothing was sent.', {}, PATIENCE);
    expect(told.closest('[tabindex]')).toHaveFocus();
    expect(screen.getByText(/^Total 123,450\.00 NGN · LTV 1\.0% /)).toBeVisible();
    const changes = screen.getByText('Prices changed since you picked the collateral').parentElement;
    expect(changes).toHaveTextContent('→ 123.45');
    expect(lender.posts()).toBe(0);
    await user.click(send());
    await opened();
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before + 1);
  });

  test('a price, after the review, at which the collateral is too little: the form says so', async () => {
    const user = await lender.filledAndReviewed();
    priceNow(0.5);
    await user.click(send());
    const summary = await screen.findByRole('alert', { name: /^Fix \d+ problem/ }, PATIENCE);
    expect(summary).toHaveTextContent('Prices changed. Nothing was sent.');
    expect(summary).toHaveTextContent('This collateral supports 350.00 NGN.');
    expect(box('Amount')).toHaveValue('1,234.50');
    expect(lender.posts()).toBe(0);
  });

  test('a price that has become negative is called what it is', async () => {
    const user = await lender.open();
    await lender.fill(user);
    priceNow(-5);
    await wantReview(user);
    const summary = await screen.findByRole('alert', { name: /^Fix \d+ problem/ }, PATIENCE);
    expect(summary).toHaveTextContent('has a negative price, so it can’t be valued. Remove the line.');
    expect(screen.getByText(/^Negative price/)).toBeVisible();
  });

  test('a session that ends at the very press: sign in over it, nothing lost, nothing sent by itself', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    desk.endSession();
    await user.click(send());
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' }, PATIENCE);
    await user.type(within(dialog).getByLabelText('Access token'), `${CRESTLINE}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE);
    expect(screen.getByText('Your session ended before this loan was sent')).toBeVisible();
    expect(await lender.total()).toBe(before);
    await user.click(send());
    await opened();
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before + 1);
  });

  test('a session that ends between the look at the terms and the loan itself', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    desk.fault(LOAN, async (_request, pass) => {
      desk.endSession();
      return await pass();
    });
    await user.click(send());
    await screen.findByRole('dialog', { name: 'Your session has ended' }, PATIENCE);
    expect(await lender.total()).toBe(before);
    expect(screen.queryByRole('heading', { name: /^Checking/ })).toBeNull();
  });
});
