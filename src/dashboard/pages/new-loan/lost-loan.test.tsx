import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  box,
  button,
  cutAfter,
  cutBefore,
  LOAN,
  loanDeskOfFile,
  opened,
  reference,
  review,
  send,
} from '#tests/support/new-loan.ts';
import { loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';

// A minute of looks in a few moments; what they do is the same.
vi.mock('./look-pauses.ts', () => ({ LOOK_PAUSES_MS: [10, 10, 10], AGAIN_MS: 10 }));

const lender = loanDeskOfFile();
const { desk } = lender;

describe('a lost answer', () => {
  test('of a loan that was created ends in that loan, and settles the journal', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    const end = desk.fault(LOAN, cutAfter);
    await user.click(send());
    expect(await screen.findByText('The loan you sent was created', {}, PATIENCE)).toBeVisible();
    end();
    const [loan] = await loansOf(desk, 1, 1);
    expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute(
      'href',
      `/loans/${loan?.id}?at=${encodeURIComponent(loan?.created_at ?? '')}`,
    );
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before + 1);
    await user.click(button('Close'));
    expect(screen.queryByText('The loan you sent was created')).toBeNull();
  });

  test('that the gateway lost is found by its reference, and settled there', async () => {
    const user = await lender.filledAndReviewed();
    lender.loseWrites('after');
    await user.click(send());
    expect(await screen.findByText('The loan you sent was created', {}, PATIENCE)).toBeVisible();
    const [loan] = await loansOf(desk, 1, 1);
    const { data } = await (await fetch(`/journal?loan=${loan?.id}`)).json();
    expect(data.entries).toHaveLength(1);
    expect(data.entries[0]).toMatchObject({
      outcome: 'found-done',
      message: expect.stringContaining(loan?.id ?? '?'),
    });
  });

  test('of a loan that never arrived ends in “not seen”, and is sent again by choice: one loan', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    const first = reference();
    const end = desk.fault(LOAN, cutBefore);
    await user.click(send());
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Was the loan created?' }, PATIENCE),
    ).toBeVisible();
    expect(
      await screen.findByText('It was not seen: it is safe to send it again', {}, PATIENCE),
    ).toBeVisible();
    expect(document.body.textContent).toMatch(
      /The newest \d+ loans were read 3 times between .* none carries the reference/,
    );
    expect(document.body.textContent).toContain('it never left this desk');
    end();
    expect(lender.posts()).toBe(1);
    await user.click(button('Go back to send it again'));
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveValue('1,234.50');
    expect(reference()).not.toBe(first);
    await review(user);
    await user.click(send());
    await opened();
    expect(await lender.total()).toBe(before + 1);
  });

  test('that the gateway lost before the service is “not seen”, and settled as such', async () => {
    const user = await lender.filledAndReviewed();
    lender.loseWrites('before');
    await user.click(send());
    expect(
      await screen.findByText('It was not seen: it is safe to send it again', {}, PATIENCE),
    ).toBeVisible();
    const { data } = await (await fetch('/journal?kind=createLoan')).json();
    expect(data.entries[0]).toMatchObject({ outcome: 'found-not-done' });
  });

  test('survives a reload, and goes on looking', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    let blind = () => {};
    const end = desk.fault(LOAN, async (_request, pass) => {
      await pass();
      blind = desk.fault(/\/journal|credit\/loans/, cutBefore);
      throw new TypeError('fetch failed');
    });
    await user.click(send());
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Was the loan created?' }, PATIENCE),
    ).toBeVisible();
    cleanup();
    end();
    blind();
    await renderDesk('/loans/new');
    expect(await screen.findByText('The loan you sent was created', {}, PATIENCE)).toBeVisible();
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before + 1);
  });

  test('of a page that was closed in the middle is looked for, too', async () => {
    const user = await lender.filledAndReviewed();
    let release = () => {};
    desk.fault(LOAN, async (_request, pass) => {
      const response = await pass();
      await new Promise<void>((resolve) => (release = resolve));
      return response;
    });
    await user.click(send());
    await waitFor(() => expect(release.toString()).not.toBe('() => {}'), PATIENCE);
    cleanup();
    // A page that is loaded anew awaits nothing.
    vi.resetModules();
    const { renderDesk: renderAnew } = await import('#tests/support/render-desk.tsx');
    await renderAnew('/loans/new');
    expect(await screen.findByText('The loan you sent was created', {}, PATIENCE)).toBeVisible();
    release();
    expect(lender.posts()).toBe(1);
  });

  test('of a loan without a reference leaves those to choose from that look like it', async () => {
    const user = await lender.open();
    await lender.fill(user);
    await user.click(screen.getByRole('checkbox', { name: /^Add/ }));
    await review(user);
    lender.loseWrites('after');
    await user.click(send());
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Is it one of these?' }, PATIENCE),
    ).toBeVisible();
    const choices = screen.getAllByRole('button', { name: 'This is it' });
    await user.click(choices[0] as HTMLElement);
    expect(await screen.findByText('The loan you sent was created', {}, PATIENCE)).toBeVisible();
    const [loan] = await loansOf(desk, 1, 1);
    const { data } = await (await fetch(`/journal?loan=${loan?.id}`)).json();
    expect(data.entries[0]).toMatchObject({ outcome: 'found-done' });
  });

  test('of a loan without a reference, none of those that look like it: not seen, and settled as such', async () => {
    const user = await lender.open();
    await lender.fill(user);
    await user.click(screen.getByRole('checkbox', { name: /^Add/ }));
    await review(user);
    lender.loseWrites('after');
    await user.click(send());
    const heading = await screen.findByRole('heading', { level: 1, name: 'Is it one of these?' }, PATIENCE);
    await waitFor(() => expect(heading).toHaveFocus());
    const [loan] = await loansOf(desk, 1, 1);
    const [first] = screen.getAllByRole('link', { name: 'Open' });
    expect(first).toHaveAttribute('href', expect.stringContaining(`/loans/${loan?.id}?at=`));
    expect(first?.closest('li')).toHaveTextContent('to repay 1,327.09 NGN');
    await user.click(button('None of them'));
    expect(
      await screen.findByText('It was not seen: it is safe to send it again', {}, PATIENCE),
    ).toBeVisible();
    expect(screen.getByText(/there would be two, and no reference to tell them apart by/)).toBeVisible();
    const { data } = await (await fetch('/journal?kind=createLoan')).json();
    expect(data.entries[0]).toMatchObject({
      outcome: 'found-not-done',
      message: expect.stringMatching(/: \d+ of the same borrower, amount and currency, and not recognised\./),
    });
  });

  test('of a refusal is found in the journal, and leads back to the field', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    const { pool } = desk.gateway.service.database;
    const exit = (exited: boolean) =>
      pool.query('update service.token set exited = $2 where id = $1', [lender.token.id, exited]);
    onTestFinished(async () => void (await exit(false)));
    desk.fault(LOAN, async (_request, pass) => {
      await exit(true);
      await pass();
      throw new TypeError('fetch failed');
    });
    await user.click(send());
    const heading = await screen.findByRole('heading', { level: 1, name: 'The loan was refused' }, PATIENCE);
    await waitFor(() => expect(heading).toHaveFocus());
    expect(screen.getByText('The desk’s journal holds the answer: nothing was created')).toBeVisible();
    await user.click(button('Back to the form'));
    const summary = await screen.findByRole('alert', { name: /to put right/ }, PATIENCE);
    expect(summary).toHaveTextContent('has exited and can no longer be pledged');
    expect(box('Amount')).toHaveValue('1,234.50');
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before);
  });

  test('while the desk’s server still waits for the service, is waited for', async () => {
    const user = await lender.filledAndReviewed();
    const held = lender.holdWrites();
    desk.fault(LOAN, async (_request, pass) => {
      void pass();
      await held.arrived;
      throw new TypeError('fetch failed');
    });
    await user.click(send());
    expect(
      await screen.findByText(/The desk’s server still waits for the service\./, {}, PATIENCE),
    ).toBeVisible();
    held.letGo();
    expect(await screen.findByText('The loan you sent was created', {}, PATIENCE)).toBeVisible();
    expect(lender.posts()).toBe(1);
  });

  test('says why a look saw nothing, and looks on', async () => {
    const user = await lender.filledAndReviewed();
    let heal = () => {};
    desk.fault(LOAN, async (_request, pass) => {
      await pass();
      heal = desk.fault(/\/journal\?|credit\/loans/, () =>
        Response.json({ status: 'error', message: 'Out of order' }, { status: 500 }),
      );
      throw new TypeError('fetch failed');
    });
    await user.click(send());
    expect(await screen.findByText(/The last look saw nothing: Out of order/, {}, PATIENCE)).toBeVisible();
    expect(screen.getByText(/Looked 0 of 3 times\./)).toBeVisible();
    heal();
    expect(await screen.findByText('The loan you sent was created', {}, PATIENCE)).toBeVisible();
  });
});
