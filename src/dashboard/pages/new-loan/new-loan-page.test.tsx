import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  addToken,
  box,
  button,
  LOAN,
  loanDeskOfFile,
  opened,
  put,
  reference,
  review,
  send,
  wantReview,
} from '#tests/support/new-loan.ts';
import { address, loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';

const CONFIGURATION = /loan-configuration/;
const lender = loanDeskOfFile();
const { desk } = lender;

/** A loan that was created, in review once more in another browser, which remembers nothing. */
async function reviewedAgain(): Promise<UserEvent> {
  const user = await lender.filledAndReviewed();
  await user.click(send());
  await opened();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  return await lender.filledAndReviewed();
}

describe('a loan', () => {
  test('goes out with just the body of the review, opens its page, and leaves no draft', async () => {
    const user = await lender.open();
    await lender.fill(user);
    expect(box('Total repayable')).toHaveValue('1,327.09');
    const shown = reference();
    await review(user);
    const bodies: unknown[] = [];
    desk.fault(LOAN, async (request, pass) => {
      bodies.push(await request.clone().json());
      return await pass();
    });
    const before = await lender.total();
    desk.asked();
    await user.click(send());
    await opened();
    expect(bodies).toEqual([
      {
        user_id: lender.lending.userId,
        duration: 3,
        currency: 'NGN',
        interest_rate: 0.025,
        amount: '1234.50',
        repayment_amount: '1327.09',
        collaterals: [{ token_id: lender.token.id, quantity: 1000 }],
        loan_configuration_id: lender.lending.configurationId,
        reason: `Stock [ref ${shown}]`,
      },
    ]);
    expect(await screen.findByText('Loan created', {}, PATIENCE)).toBeVisible();
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before + 1);
    const [loan] = await loansOf(desk, 1, 1);
    expect(address()).toBe(`/loans/${loan?.id}?at=${encodeURIComponent(loan?.created_at ?? '')}`);
    expect(localStorage.getItem('pledge-drafts:new-loan') ?? '[]').toBe('[]');
    const journal = await (await fetch(`/journal?loan=${loan?.id}`)).json();
    expect(journal.data.entries[0]).toMatchObject({
      outcome: 'done',
      note: {
        reference: shown,
        collateral: [
          {
            token_id: lender.token.id,
            quantity: 1000,
            name: lender.token.name,
            sell_price: lender.token.cents / 100,
          },
        ],
      },
    });
  });

  test('goes out once, however often and however it is pressed', async () => {
    const user = await lender.filledAndReviewed();
    let answer = () => {};
    const pressed = new Promise<void>((resolve) => (answer = resolve));
    desk.fault(LOAN, async (_request, pass) => {
      await pressed;
      return await pass();
    });
    const before = await lender.total();
    const press = send();
    press.focus();
    await Promise.all([user.dblClick(press), user.keyboard('{Enter}'), user.click(press)]);
    press.click();
    answer();
    await opened();
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before + 1);
  });

  test('that someone in the organisation requested before asks first, and names that request', async () => {
    const again = await reviewedAgain();
    const [first] = await loansOf(desk, 1, 1);
    const before = await lender.total();
    await again.click(send());
    const dialog = await screen.findByRole('dialog', { name: 'This loan was already requested' }, PATIENCE);
    expect(within(dialog).getByText(/^Crestline Capital requested a loan/)).toBeVisible();
    expect(await within(dialog).findByText('Created', {}, PATIENCE)).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'Open that loan' })).toHaveAttribute(
      'href',
      expect.stringContaining(`/loans/${first?.id}?at=`),
    );
    await again.click(within(dialog).getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await lender.total()).toBe(before);
    await again.click(send());
    await again.click(await screen.findByRole('button', { name: 'Create another loan' }, PATIENCE));
    await opened();
    expect(await lender.total()).toBe(before + 1);
  });

  test('that was requested before needs a tick for what becomes known of the borrower meanwhile', async () => {
    await (await lender.filledAndReviewed()).click(send());
    await opened();
    const { pool } = desk.gateway.service.database;
    const { rows } = await pool.query('select id, status from service.loan where borrower_id = $1 limit 1', [
      lender.lending.userId,
    ]);
    const become = (status: string) =>
      pool.query('update service.loan set status = $2 where id = $1', [rows[0].id, status]);
    await become('DEFAULTED');
    onTestFinished(async () => void (await become(rows[0].status)));
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    desk.fault(/credit\/loans/, async (_request, pass) => {
      await released;
      return await pass();
    });
    const user = await lender.open();
    await lender.fill(user);
    await wantReview(user);
    await user.click(await screen.findByRole('checkbox', { name: /based on only 0/ }, PATIENCE));
    const before = await lender.total();
    await user.click(send());
    const another = await screen.findByRole('button', { name: 'Create another loan' }, PATIENCE);
    letGo();
    const changed = { name: /^Lend although .* 1 defaulted loan$/, hidden: true };
    const tick = await screen.findByRole('checkbox', changed, PATIENCE);
    await user.click(another);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE);
    await waitFor(() => expect(tick).toHaveFocus());
    expect(tick).toHaveAccessibleDescription('Tick this to create the loan.');
    expect(await lender.total()).toBe(before);
  });

  test('to a borrower one of whose loans may be among those that can’t be read needs a tick', async () => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
    desk.fault(/credit\/loans\?page=1/, async (_request, pass) => {
      const { data, ...rest } = await (await pass()).json();
      data.docs[0].status = null;
      return Response.json({ ...rest, data });
    });
    const user = await lender.open();
    await lender.fill(user);
    await wantReview(user);
    const tick = { name: /based on only \d+ of \d+ loans/ };
    expect(await screen.findByRole('checkbox', tick, PATIENCE)).not.toBeChecked();
    expect(screen.queryByRole('button', { name: 'Load the rest' })).toBeNull();
  });

  test('that was requested before is not created by another Enter', async () => {
    const user = await reviewedAgain();
    const before = await lender.total();
    send().focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'This loan was already requested' }, PATIENCE);
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Go back' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await lender.total()).toBe(before);
  });

  test('is a step of the browser’s history in review: Back keeps the form, and Forward leads to it again', async () => {
    const user = await lender.open();
    await lender.fill(user);
    await put(user, box('Account number'), '0123456789');
    await review(user);
    expect(address()).not.toContain('0123456789');
    history.back();
    const account = await screen.findByRole('textbox', { name: 'Account number' }, PATIENCE);
    expect(account).toHaveValue('0123456789');
    expect(box('Amount')).toHaveValue('1,234.50');
    expect(screen.getByRole('heading', { level: 1, name: 'New loan' })).toHaveFocus();
    history.forward();
    await screen.findByRole('heading', { level: 1, name: 'Review loan' }, PATIENCE);
    expect(screen.getByText('0123456789')).toBeVisible();
    await user.click(button('Back'));
    await put(user, await screen.findByRole('textbox', { name: 'Amount' }, PATIENCE), '1,000');
    history.forward();
    await waitFor(() => expect(address()).toContain('?review='));
    expect(box('Amount')).toHaveValue('1,000');
  });

  test('goes out without its reference where that is turned off', async () => {
    const user = await lender.open();
    await lender.fill(user);
    await user.click(screen.getByRole('checkbox', { name: /^Add/ }));
    await review(user);
    await user.click(send());
    await opened();
    const [loan] = await loansOf(desk, 1, 1);
    expect(loan?.reason).toBe('Stock');
  });
});

test('an empty form says what comes next at its foot, not two dashes', async () => {
  await lender.open();
  expect(screen.getAllByText('You’ll review before creating.')).toHaveLength(2);
  expect(screen.queryByText('No loan-to-value yet.')).toBeNull();
});

test('lines of collateral are shares of it that read neither as all nor as none', async () => {
  const user = await lender.open();
  await lender.fill(user);
  const other = lender.lending.tokens.find(({ id }) => id !== lender.token.id);
  await addToken(user, other?.name ?? '');
  const quantities = () => screen.getAllByRole('textbox', { name: /^Quantity of/ });
  await waitFor(() => expect(quantities()).toHaveLength(2));
  await put(user, quantities()[0] as HTMLElement, '5000');
  await put(user, quantities()[1] as HTMLElement, '0.01');
  const shares = () => screen.getAllByText(/ of collateral$/).map(({ textContent }) => textContent);
  await waitFor(() => expect(shares()).toEqual(['>99.9% of collateral', '<0.1% of collateral']));
});

describe('terms that nothing can be lent under', () => {
  test('are said', async () => {
    desk.fault(CONFIGURATION, () =>
      Response.json({ status: 'error', message: 'No creditor.' }, { status: 403 }),
    );
    await renderDesk('/loans/new');
    expect(await screen.findByText('Lending terms aren’t set up', {}, PATIENCE)).toBeVisible();
  });

  test('lack something, and that is named', async () => {
    desk.fault(CONFIGURATION, async (_request, pass) => {
      const answer = await (await pass()).json();
      delete answer.data.collateral_ratio;
      answer.data.max_amount = {};
      return Response.json(answer);
    });
    await renderDesk('/loans/new');
    expect(await screen.findByText(/: max_amount, collateral_ratio/, {}, PATIENCE)).toBeVisible();
  });
});
