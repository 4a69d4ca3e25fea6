import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { forgetPersonal } from '#dashboard/api/session/forget.ts';
import { draftsOf } from '#dashboard/lib/draft.ts';
import { changeSettings, currentSettings } from '#dashboard/lib/settings.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { expectLoans, loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const kept = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];

/** Leaves in the browser what a day of work leaves there. */
function leaveTraces(holder: string) {
  draftsOf('new-loan', holder).keep({ id: newUuid(), at: Date.now(), values: { borrower: 'Ada Obi' } });
  // An earlier version kept the watchlist here.
  localStorage.setItem(
    'pledge-watchlist',
    JSON.stringify([[holder, [{ id: 't1', name: 'Harmattan 2031' }]]]),
  );
  sessionStorage.setItem('kept-tomorrow', 'Ada Obi');
}

test('after a sign-out the browser holds nothing, and has the next person’s settings', async () => {
  await desk.signIn();
  const [first] = await loansOf(desk);
  const user = await renderDesk(`/loans/${first?.id}`);
  await changeSettings({ density: 'compact' });
  await waitFor(() => expect(kept()).toContain('pledge-recent'), PATIENCE);
  leaveTraces('somebody');
  expect(kept().length).toBeGreaterThan(4);

  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' }, PATIENCE)).toBeVisible();
  await waitFor(() => expect(kept()).toEqual([]), PATIENCE);
  expect(currentSettings()).toMatchObject({ density: 'comfortable' });
});

test('a sign-out in another tab leaves nothing in this one either', async () => {
  await desk.signIn();
  await renderDesk('/loans');
  await expectLoans(await loansOf(desk));
  leaveTraces('somebody');
  desk.endSession();
  const tab = new BroadcastChannel('pledge-session');
  tab.postMessage('changed');
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' }, PATIENCE)).toBeVisible();
  await waitFor(() => expect(kept()).toEqual([]), PATIENCE);
  tab.close();
});

test('a session that ends by itself keeps what was being written, for the same person', async () => {
  await desk.signIn();
  const user = await renderDesk('/loans');
  await expectLoans(await loansOf(desk));
  leaveTraces('somebody');
  desk.endSession();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' }, PATIENCE);
  expect(draftsOf('new-loan', 'somebody').all()).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Leave this page and sign out' }));
  await waitFor(() => expect(kept()).toEqual([]), PATIENCE);
});

test('a browser that refuses its storage has nothing to forget', async () => {
  const real = Object.getOwnPropertyDescriptor(window, 'localStorage') as PropertyDescriptor;
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(window, 'localStorage', { configurable: true, get: refuse });
  expect(forgetPersonal).not.toThrow();
  Object.defineProperty(window, 'localStorage', real);
});
