import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { ListedLoan } from '#contract/loans.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import {
  address,
  expectLoans,
  LONG,
  loansOf,
  PATIENCE,
  renderDesk,
  rowsShown,
} from '#tests/support/render-desk.tsx';
import { CRESTLINE, HARBOUR } from '#tests/support/service.ts';
import { openPanel } from '#tests/support/tokens.ts';

const desk = deskOfFile();

/** Crestline's loans in the order of their amounts. */
async function largestLoans(): Promise<ListedLoan[]> {
  const loans = [...(await loansOf(desk, 1, 100)), ...(await loansOf(desk, 2, 100))];
  return loans.toSorted((a, b) => b.amount - a.amount).slice(0, 25);
}

/** Crestline's loans, the largest first, and then the session is over. */
async function workUntilTheSessionEnds(): Promise<{ user: UserEvent; dialog: HTMLElement }> {
  await desk.signIn();
  const user = await renderDesk('/loans?sort=-amount');
  await expectLoans(await largestLoans());
  await screen.findByText('All 137 loans.', {}, LONG);
  desk.endSession();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' }, PATIENCE);
  return { user, dialog };
}

describe('a session that ends in the middle of work', () => {
  test('asks to sign in over the page, whose rows stay', async () => {
    const { dialog } = await workUntilTheSessionEnds();
    await expectLoans(await largestLoans());
    expect(within(dialog).getByText(/Sign in as Crestline Capital to continue/)).toBeVisible();
    await waitFor(() => expect(within(dialog).getByLabelText('Access token')).toHaveFocus());
    expect(address()).toBe('/loans?sort=-amount');
    expect(screen.queryByText(/could not be refreshed/)).toBeNull();
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  });

  test('is not asked for again and again by what is still on the page', async () => {
    const { user, dialog } = await workUntilTheSessionEnds();
    desk.asked();
    await user.keyboard('{Escape}');
    window.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
    expect(screen.getByRole('dialog')).toBeVisible();
    // A request of the page behind the dialog would come before the sign-in.
    const signedIn: string[] = [];
    await user.type(within(dialog).getByLabelText('Access token'), `${CRESTLINE}{Enter}`);
    await waitFor(() => {
      signedIn.push(...desk.asked());
      expect(signedIn[0]).toBe('POST /session');
    }, PATIENCE);
  });

  test('goes on where it was after a sign-in', async () => {
    const { user, dialog } = await workUntilTheSessionEnds();
    desk.asked();
    await user.type(within(dialog).getByLabelText('Access token'), `${CRESTLINE}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE);
    await waitFor(() =>
      expect(desk.asked().join('\n')).toContain('GET /v1/api/creditor/credit/loans?page=1&limit=100'),
    );
    await expectLoans(await largestLoans());
    expect(address()).toBe('/loans?sort=-amount');
    expect(screen.getByRole('button', { name: 'Refresh' })).toHaveFocus();
  });

  test('isn’t asked for again by a late answer to a change from before the sign-in', async () => {
    await desk.signIn();
    const user = await renderDesk('/loans?sort=-amount');
    await expectLoans(await largestLoans());
    await screen.findByText('All 137 loans.', {}, LONG);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late = vi.fn();
    desk.fault(/^\/desk\/views\/./, async (_request, pass) => {
      const answer = await pass();
      await released;
      late(answer.status);
      return answer;
    });
    await openPanel(user, 'Views');
    await user.type(await screen.findByLabelText('Save this view as', {}, PATIENCE), 'Mine');
    desk.endSession();
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' }, PATIENCE);
    await user.type(within(dialog).getByLabelText('Access token'), `${CRESTLINE}{Enter}`);
    await waitFor(() => expect(dialog).not.toBeInTheDocument(), PATIENCE);
    release();
    await waitFor(() => expect(late).toHaveBeenCalledWith(401), PATIENCE);
    await act(async () => await new Promise((resolve) => setImmediate(resolve)));
    expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull();
  });

  test('shows nothing of one organisation to another', async () => {
    const { user, dialog } = await workUntilTheSessionEnds();
    const before = await largestLoans();
    let release = () => {};
    const end = desk.fault(/credit\/loans/, async (_request, pass) => {
      await new Promise<void>((resolve) => (release = resolve));
      return await pass();
    });
    await user.click(within(dialog).getByRole('button', { name: /^Harbour/ }));
    expect(await screen.findByText('Harbour Credit', {}, PATIENCE)).toBeVisible();
    expect(document.body.textContent).not.toContain('Crestline Capital');
    for (const { borrower } of before) expect(document.body.textContent).not.toContain(borrower);
    end();
    release();
    const own = await loansOf(desk, 1, 100, HARBOUR);
    await expectLoans(own.toSorted((a, b) => b.amount - a.amount));
  });

  test('keeps the token that was typed wrong, and the page behind it', async () => {
    const { user, dialog } = await workUntilTheSessionEnds();
    await user.type(within(dialog).getByLabelText('Access token'), 'mistyped{Enter}');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('That access token isn’t valid');
    expect(within(dialog).getByLabelText('Access token')).toHaveValue('mistyped');
    expect(rowsShown().length).toBeGreaterThan(10);
  });

  test('can be left for the sign-in page', async () => {
    const { user, dialog } = await workUntilTheSessionEnds();
    await user.click(within(dialog).getByRole('button', { name: 'Leave this page and sign out' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
    expect(address()).toBe('/');
  });
});

describe('signing out', () => {
  test('forgets the rows and the address, and the next to sign in starts at the front', async () => {
    await desk.signIn();
    const user = await renderDesk('/loans?sort=-amount');
    await expectLoans(await largestLoans());
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(document.title).toBe('Sign in · Pledge');
    expect(address()).toBe('/');
    expect(screen.queryByRole('table')).toBeNull();
    expect((await fetch('/v1/api/creditor/credit/loans?page=1&limit=25')).status).toBe(401);

    await user.click(screen.getByRole('button', { name: /^Harbour/ }));
    expect(await screen.findByText('Harbour Credit', {}, PATIENCE)).toBeVisible();
    const [pages] = await screen.findAllByRole('navigation', { name: 'Pages' });
    await user.click(within(pages as HTMLElement).getByRole('link', { name: 'Loans' }));
    await expectLoans(await loansOf(desk, 1, 25, HARBOUR));
  });

  test('says so where it did not succeed, and can be tried again', async () => {
    await desk.signIn();
    const user = await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    const end = desk.fault(/^\/session$/, () => {
      throw new TypeError('fetch failed');
    });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    const again = await screen.findByRole('button', { name: 'Not signed out. Try again' });
    expect(screen.getByText(/You’re still signed in/)).toBeInTheDocument();
    expect(rowsShown().length).toBeGreaterThan(10);
    end();
    await user.click(again);
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });
});

describe('another tab', () => {
  const tell = () => {
    const tab = new BroadcastChannel('pledge-session');
    tab.postMessage('changed');
    return () => tab.close();
  };

  test('that signs out takes this one along', async () => {
    await desk.signIn();
    await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    desk.endSession();
    const close = tell();
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' }, PATIENCE)).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    close();
  });

  test('that signs in as another organisation leaves none of this one’s rows', async () => {
    await desk.signIn();
    await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    await desk.signIn(HARBOUR);
    const close = tell();
    await expectLoans(await loansOf(desk, 1, 25, HARBOUR));
    expect(document.body.textContent).not.toContain('Crestline Capital');
    close();
  });

  test('whose session changes twice leaves the last one here, whichever answer comes first', async () => {
    await desk.signIn();
    await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let answered: Promise<Response> | undefined;
    const end = desk.fault(/^\/session$/, (_request, pass) => {
      const answer = pass();
      answered = answer.then(async (response) => {
        await released;
        return response;
      });
      return answered;
    });
    desk.endSession();
    const closeFirst = tell();
    await waitFor(() => expect(answered).toBeDefined());
    end();
    await desk.signIn(HARBOUR);
    const closeLast = tell();
    const own = await loansOf(desk, 1, 25, HARBOUR);
    await expectLoans(own);
    release();
    await answered;
    await act(async () => await new Promise((resolve) => setImmediate(resolve)));
    await expectLoans(own);
    closeFirst();
    closeLast();
  });

  test('that signs in while this one signs out leaves it signed out, whichever answer comes first', async () => {
    await desk.signIn();
    const user = await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let answered: Promise<Response> | undefined;
    desk.fault(/^\/session$/, (request, pass) => {
      const answer = pass();
      if (request.method !== 'GET') return answer;
      answered = answer.then(async (response) => {
        await released;
        return response;
      });
      return answered;
    });
    const close = tell();
    await waitFor(() => expect(answered).toBeDefined());
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' }, PATIENCE)).toBeVisible();
    release();
    await answered;
    await act(async () => await new Promise((resolve) => setImmediate(resolve)));
    expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(document.body.textContent).not.toContain('Crestline Capital');
    close();
  });
});
