import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KEY_HEADER } from '#contract/operations.ts';
import { followingEvents } from '#tests/support/event-source.ts';
import {
  box,
  button,
  cutAfter,
  cutBefore,
  LOAN,
  loanDeskOfFile,
  opened,
  put,
  reference,
  review,
  send,
} from '#tests/support/new-loan.ts';
import { address, loansOf, PATIENCE } from '#tests/support/render-desk.tsx';

const lender = loanDeskOfFile();
const { desk } = lender;

followingEvents();

/** Long enough for the questions to the gateway after a lost answer. */
const LONG = { timeout: 20_000 };

/** The keys that loans were sent under. */
function keysSent(): string[] {
  const keys: string[] = [];
  desk.fault(LOAN, async (request, pass) => {
    keys.push(request.headers.get(KEY_HEADER) ?? '');
    return await pass();
  });
  return keys;
}

/** Creates a loan whose answer is lost, then changes it, while no one can ask the journal until `mend`. */
async function loseAndChange() {
  const user = await lender.filledAndReviewed();
  const before = await lender.total();
  const end = desk.fault(LOAN, cutAfter);
  const mend = desk.fault(/\/journal/, cutBefore);
  await user.click(send());
  expect(await screen.findByText('The connection to Pledge was lost', {}, LONG)).toBeVisible();
  end();
  await user.click(button('Back'));
  await put(user, await screen.findByRole('textbox', { name: 'Amount' }), '1,000');
  await review(user);
  return { user, before, mend };
}

async function entries(): Promise<{ key: string; outcome: string }[]> {
  return (await (await fetch('/journal?kind=createLoan')).json()).data.entries;
}

describe('an answer that is lost between the gateway and the browser', () => {
  test('of a created loan: the gateway names it, and its page opens with a message that stays', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    const end = desk.fault(LOAN, cutAfter);
    await user.click(send());
    await waitFor(() => expect(address()).toMatch(/^\/loans\/[^/?]+\?at=/), LONG);
    end();
    const [loan] = await loansOf(desk, 1, 1);
    expect(address()).toBe(`/loans/${loan?.id}?at=${encodeURIComponent(loan?.created_at ?? '')}`);
    expect(await screen.findByText('Loan created', {}, LONG)).toBeVisible();
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before + 1);
    expect(localStorage.getItem('pledge-drafts:new-loan') ?? '[]').toBe('[]');
    await user.click(button('Dismiss'));
    await waitFor(() => expect(screen.queryByText('Loan created')).toBeNull(), PATIENCE);
  });

  test('of a loan that never reached the gateway: nothing was sent, and another press sends it once', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    const shown = reference();
    const keys = keysSent();
    const end = desk.fault(LOAN, cutBefore);
    await user.click(send());
    expect(await screen.findByText('Nothing was sent', {}, LONG)).toBeVisible();
    end();
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before);
    await user.click(send());
    await opened();
    expect(await lender.total()).toBe(before + 1);
    const [loan] = await loansOf(desk, 1, 1);
    expect(loan?.reason).toContain(shown);
    expect(await entries()).toMatchObject([{ key: keys[0], outcome: 'done' }]);
  });

  test('of a refusal: it is at its field, and nothing was created', async () => {
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
    const summary = await screen.findByRole('alert', { name: /^Fix \d+ problem/ }, LONG);
    expect(summary).toHaveTextContent('has exited and can no longer be pledged');
    expect(box('Amount')).toHaveValue('1,234.50');
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before);
  });

  test('while the gateway still waits for the service: its page follows until the loan is created', async () => {
    const user = await lender.filledAndReviewed();
    const held = lender.holdWrites();
    desk.fault(LOAN, async (_request, pass) => {
      void pass();
      await held.arrived;
      throw new TypeError('fetch failed');
    });
    await user.click(send());
    expect(await screen.findByRole('heading', { level: 1, name: 'Creating the loan' }, LONG)).toBeVisible();
    held.letGo();
    const end = await screen.findByRole('heading', { level: 1, name: 'Loan created' }, LONG);
    await waitFor(() => expect(end).toHaveFocus());
    const [loan] = await loansOf(desk, 1, 1);
    expect(screen.getByRole('link', { name: 'Open loan' })).toHaveAttribute(
      'href',
      expect.stringContaining(`/loans/${loan?.id}?at=`),
    );
    expect(lender.posts()).toBe(1);
  });

  test('when the gateway can’t be asked either: a repeat gets the answer to the first request', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    const keys = keysSent();
    const ends = [desk.fault(LOAN, cutAfter), desk.fault(/\/journal/, cutBefore)];
    await user.click(send());
    expect(await screen.findByText('The connection to Pledge was lost', {}, LONG)).toBeVisible();
    ends[0]?.();
    await user.click(send());
    await opened();
    ends[1]?.();
    expect(await lender.total()).toBe(before + 1);
    expect(await entries()).toMatchObject([{ key: keys[0], outcome: 'done' }]);
  });

  test('when the gateway is back only later: the page finds the loan by itself, and sends nothing again', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    desk.fault(LOAN, cutAfter);
    const end = desk.fault(/\/journal/, cutBefore);
    await user.click(send());
    expect(await screen.findByText('The connection to Pledge was lost', {}, LONG)).toBeVisible();
    end();
    await opened();
    expect(await screen.findByText('Loan created', {}, LONG)).toBeVisible();
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before + 1);
    expect(localStorage.getItem('pledge-drafts:new-loan') ?? '[]').toBe('[]');
  });

  test('and the loan is changed before it is sent again: the first one is shown, and no other is sent', async () => {
    const { user, before, mend } = await loseAndChange();
    // The gateway can be asked again once the changed loan has been sent.
    desk.fault(LOAN, async (_request, pass) => {
      mend();
      return await pass();
    });
    await user.click(send());
    expect(await screen.findByRole('heading', { level: 1, name: 'Loan created' }, LONG)).toBeVisible();
    expect(await lender.total()).toBe(before + 1);
    expect(await entries()).toHaveLength(1);
    // What was typed since was not sent: it is a draft of another loan.
    cleanup();
    await lender.open();
    expect(box('Amount')).toHaveValue('1,000');
  });

  test('and the changed loan finds the gateway without its journal: it stays unsent until the first is known', async () => {
    const { user, before, mend } = await loseAndChange();
    await user.click(send());
    expect(await screen.findByText('An earlier version of this loan was sent', {}, LONG)).toBeVisible();
    mend();
    await user.click(send());
    expect(await screen.findByRole('heading', { level: 1, name: 'Loan created' }, LONG)).toBeVisible();
    expect(await lender.total()).toBe(before + 1);
  });
});

describe('a page that is closed before the answer', () => {
  test('is told of the loan when it is opened again, and offers no draft of it', async () => {
    const user = await lender.filledAndReviewed();
    const held = lender.holdWrites();
    desk.fault(LOAN, async (_request, pass) => {
      const response = await pass();
      return await new Promise<Response>(() => void response);
    });
    await user.click(send());
    await held.arrived;
    cleanup();
    await lender.open();
    expect(screen.getByText(/^Creating the loan: 1,234.50 NGN/)).toBeVisible();
    expect(box('Amount')).toHaveValue('');
    held.letGo();
    await waitFor(async () => expect(await entries()).toMatchObject([{ outcome: 'done' }]), PATIENCE);
    cleanup();
    sessionStorage.clear();
    await lender.open();
    const [loan] = await loansOf(desk, 1, 1);
    expect(screen.getByText(/^Loan created: 1,234.50 NGN/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open loan' })).toHaveAttribute(
      'href',
      expect.stringContaining(`/loans/${loan?.id}?at=`),
    );
    expect(box('Amount')).toHaveValue('');
    expect(screen.queryByText(/draft of/)).toBeNull();
    expect(localStorage.getItem('pledge-drafts:new-loan') ?? '[]').toBe('[]');
  });

  test('that can’t ask what became of its draft doesn’t offer it', async () => {
    const user = await lender.open();
    await put(user, box('Reason'), 'Rent');
    cleanup();
    const end = desk.fault(/\/journal/, () =>
      Response.json({ status: 'error', message: 'Not now.' }, { status: 403 }),
    );
    const { renderDesk } = await import('#tests/support/render-desk.tsx');
    const next = await renderDesk('/loans/new');
    expect(await screen.findByText('The draft could not be loaded', {}, PATIENCE)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull();
    end();
    await next.click(button('Retry'));
    expect(await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE)).toHaveValue('Rent');
  });
});
