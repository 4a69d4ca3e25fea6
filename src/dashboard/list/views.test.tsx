import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { SavedView } from '#contract/views.ts';
import { changeSettings, currentSettings } from '#dashboard/lib/settings.ts';
import { browserAs, sendJson } from '#tests/support/approvals.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { refuse } from '#tests/support/states.ts';
import { openPanel } from '#tests/support/tokens.ts';

const desk = deskOfFile();
beforeEach(async () => {
  localStorage.clear();
  changeSettings({ density: 'comfortable' });
  await desk.gateway.service.database.pool.query('delete from desk.view');
  await desk.signIn(undefined, { demoRole: 'creditor' });
});

async function openViews(address: string): Promise<UserEvent> {
  const user = await renderDesk(address);
  await screen.findByRole('button', { name: 'Views' }, PATIENCE);
  await openPanel(user, 'Views');
  await screen.findByLabelText('Save this view as', {}, PATIENCE);
  return user;
}

async function save(user: UserEvent, name: string): Promise<void> {
  await user.type(screen.getByLabelText('Save this view as'), name);
  await user.click(screen.getByRole('button', { name: 'Save view' }));
}

const LATE = '/loans?currency=NGN&sort=-amount&cols=borrower%2Camount';

test('a view for everyone shows a colleague the same filters, sort, columns and density', async () => {
  changeSettings({ density: 'compact' });
  const user = await openViews(LATE);
  await user.click(screen.getByRole('checkbox', { name: 'For everyone in the organisation' }));
  await save(user, 'Naira, largest first');
  await screen.findByText('Saved “Naira, largest first”.', {}, PATIENCE);
  cleanup();

  changeSettings({ density: 'comfortable' });
  await desk.signIn(undefined, { demoRole: 'analyst' });
  const colleague = await openViews('/loans');
  await colleague.click(await screen.findByRole('link', { name: /^Naira, largest first/ }, PATIENCE));
  await waitFor(() => expect(address()).toBe(LATE));
  await waitFor(() => expect(currentSettings().density).toBe('compact'));
  expect(screen.queryByRole('button', { name: /^Delete the view/ })).toBeNull();
});

test('a view of one list is not offered on another, nor one’s own to a colleague', async () => {
  const user = await openViews('/loans?currency=NGN');
  await save(user, 'Mine');
  await screen.findByRole('link', { name: 'Mine' }, PATIENCE);
  cleanup();
  await openViews('/members');
  await screen.findByText(/^No view is saved yet/, {}, PATIENCE);
  cleanup();
  await desk.signIn(undefined, { demoRole: 'analyst' });
  await openViews('/loans');
  await screen.findByText(/^No view is saved yet/, {}, PATIENCE);
});

test('a view of the same name takes the place of the one before', async () => {
  const user = await openViews('/loans?currency=NGN');
  await save(user, 'Mine');
  const link = await screen.findByRole('link', { name: 'Mine' }, PATIENCE);
  expect(link).toHaveAttribute('href', '/loans?currency=NGN');
  cleanup();
  const again = await openViews('/loans?currency=KES');
  await screen.findByRole('link', { name: 'Mine' }, PATIENCE);
  await again.type(screen.getByLabelText('Save this view as'), 'Mine');
  await again.click(screen.getByRole('button', { name: 'Replace view' }));
  await waitFor(() => {
    const links = screen.getAllByRole('link', { name: 'Mine' });
    expect(links.map((one) => one.getAttribute('href'))).toEqual(['/loans?currency=KES']);
  }, PATIENCE);
});

test('a view takes the place of one of its name also where the views could not be read', async () => {
  const user = await openViews('/loans?currency=NGN');
  await save(user, 'Mine');
  await screen.findByRole('link', { name: 'Mine' }, PATIENCE);
  cleanup();
  const end = desk.fault(/^\/desk\/views\?/, refuse);
  const again = await openViews('/loans?currency=KES');
  await save(again, 'Mine');
  expect(await screen.findByRole('alert', {}, PATIENCE)).toHaveTextContent('The view was not saved.');
  end();
  await again.click(screen.getByRole('button', { name: 'Save view' }));
  await screen.findByText('Saved “Mine”.', {}, PATIENCE);
  await waitFor(() => {
    const links = screen.getAllByRole('link', { name: 'Mine' });
    expect(links.map((one) => one.getAttribute('href'))).toEqual(['/loans?currency=KES']);
  }, PATIENCE);
});

test('a view that can’t be saved says so, and its name stays', async () => {
  desk.fault(/^\/desk\/views\//, () => Response.json({ status: 'error', message: 'No' }, { status: 500 }));
  const user = await openViews('/loans');
  await save(user, 'Mine');
  expect(await screen.findByRole('alert', {}, PATIENCE)).toHaveTextContent(
    'The outcome is not known. The change may have been made.',
  );
  expect(screen.getByLabelText('Save this view as')).toHaveValue('Mine');
});

test('a view whose answer was lost is there once when it is saved again', async () => {
  const user = await openViews('/loans?currency=NGN');
  // The views can't be read again either.
  const end = desk.fault(/^\/desk\/views/, async (_request, pass) => {
    await pass();
    throw new TypeError('Failed to fetch');
  });
  await save(user, 'Mine');
  await screen.findByRole('alert', {}, PATIENCE);
  end();
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  await screen.findByText('Saved “Mine”.', {}, PATIENCE);
  expect(await screen.findAllByRole('link', { name: 'Mine' }, PATIENCE)).toHaveLength(1);
  await save(user, 'Another');
  await screen.findByText('Saved “Another”.', {}, PATIENCE);
  expect(await screen.findByRole('link', { name: 'Mine' }, PATIENCE)).toBeVisible();
});

test('a view that can’t be deleted says so, and stays', async () => {
  const user = await openViews('/loans');
  await save(user, 'Mine');
  desk.fault(/^\/desk\/views\//, refuse);
  const trash = await screen.findByRole('button', { name: 'Delete the view Mine' }, PATIENCE);
  await user.click(trash);
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  expect(screen.queryByText('Delete this view?')).toBeNull();
  await user.click(trash);
  await user.click(screen.getByRole('button', { name: 'Delete view' }));
  expect(await screen.findByRole('alert', {}, PATIENCE)).toHaveTextContent('The view was not deleted.');
  expect(screen.getByRole('link', { name: 'Mine' })).toBeVisible();
});

test('a view for everyone that is replaced stays one, unless something else is chosen', async () => {
  const forEveryone = () => screen.getByRole('checkbox', { name: 'For everyone in the organisation' });
  const user = await openViews('/loans?currency=NGN');
  await user.click(forEveryone());
  await save(user, 'Team');
  await screen.findByText('Saved “Team”.', {}, PATIENCE);
  expect(forEveryone()).not.toBeChecked();
  cleanup();

  const again = await openViews('/loans?currency=KES');
  await screen.findByRole('link', { name: /^Team/ }, PATIENCE);
  await again.type(screen.getByLabelText('Save this view as'), 'Team');
  expect(forEveryone()).toBeChecked();
  await again.click(screen.getByRole('button', { name: 'Replace view' }));
  const replaced = await screen.findByRole('link', { name: /^Team *for everyone$/ }, PATIENCE);
  await waitFor(() => expect(replaced).toHaveAttribute('href', '/loans?currency=KES'), PATIENCE);

  await again.type(screen.getByLabelText('Save this view as'), 'Team');
  await again.click(forEveryone());
  await again.click(screen.getByRole('button', { name: 'Replace view' }));
  expect(await screen.findByRole('link', { name: 'Team' }, PATIENCE)).toBeVisible();
});

/** The same person in another browser. */
async function elsewhere() {
  const browser = await browserAs(desk.gateway, 'creditor');
  const { data } = await sendJson(browser, 'GET', '/desk/views?list=Loans');
  const [view] = data.views as SavedView[];
  if (!view) throw new Error('No view is saved.');
  const { id, author, ...content } = view;
  const save = (more: Partial<SavedView>) =>
    sendJson(browser, 'PUT', `/desk/views/${id}`, { ...content, ...more });
  return { save, remove: () => sendJson(browser, 'DELETE', `/desk/views/${id}`) };
}

test('a view that was changed in another browser is not replaced unseen', async () => {
  const user = await openViews('/loans?currency=NGN');
  await save(user, 'Mine');
  await screen.findByText('Saved “Mine”.', {}, PATIENCE);
  const other = await elsewhere();
  await other.save({ query: 'currency=KES' });
  const name = screen.getByLabelText('Save this view as');
  await user.type(name, 'Mine');
  await user.click(screen.getByRole('checkbox', { name: 'For everyone in the organisation' }));
  await user.click(screen.getByRole('button', { name: 'Replace view' }));
  expect(await screen.findByRole('alert', {}, PATIENCE)).toHaveTextContent(
    'The view was not saved. Someone has changed this view in the meantime. Nothing was changed.',
  );
  expect(screen.getByRole('link', { name: 'Mine' })).toHaveAttribute('href', '/loans?currency=KES');
  expect(name).toHaveValue('Mine');
  await user.click(screen.getByRole('button', { name: 'Replace view' }));
  const replaced = await screen.findByRole('link', { name: /^Mine *for everyone$/ }, PATIENCE);
  expect(replaced).toHaveAttribute('href', '/loans?currency=NGN');
});

test('a view that was deleted in another browser doesn’t come back unseen', async () => {
  const user = await openViews('/loans?currency=NGN');
  await save(user, 'Mine');
  await screen.findByText('Saved “Mine”.', {}, PATIENCE);
  await (await elsewhere()).remove();
  await user.type(screen.getByLabelText('Save this view as'), 'Mine');
  await user.click(screen.getByRole('checkbox', { name: 'For everyone in the organisation' }));
  await user.click(screen.getByRole('button', { name: 'Replace view' }));
  expect(await screen.findByRole('alert', {}, PATIENCE)).toHaveTextContent(/^The view was not saved/);
  await screen.findByText(/^No view is saved yet/, {}, PATIENCE);
  expect(screen.getByRole('button', { name: 'Save view' })).toBeVisible();
});

test('a view that was changed in another browser is not deleted unseen', async () => {
  const user = await openViews('/loans?currency=NGN');
  await save(user, 'Mine');
  await user.click(await screen.findByRole('button', { name: 'Delete the view Mine' }, PATIENCE));
  await (await elsewhere()).save({ query: 'currency=KES' });
  await user.click(screen.getByRole('button', { name: 'Delete view' }));
  expect(await screen.findByRole('alert', {}, PATIENCE)).toHaveTextContent(
    'The view was not deleted. Someone has changed this view in the meantime. Nothing was changed.',
  );
  await user.click(screen.getByRole('button', { name: 'Delete view' }));
  await screen.findByText(/^No view is saved yet/, {}, PATIENCE);
});

test('a view that is deleted in two browsers is gone from both', async () => {
  const user = await openViews('/loans?currency=NGN');
  await save(user, 'Mine');
  await user.click(await screen.findByRole('button', { name: 'Delete the view Mine' }, PATIENCE));
  await (await elsewhere()).remove();
  await user.click(screen.getByRole('button', { name: 'Delete view' }));
  await screen.findByText(/^No view is saved yet/, {}, PATIENCE);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a name stays while the session ends and begins again, and is saved once', async () => {
  const user = await openViews('/loans?currency=NGN');
  desk.endSession();
  await save(user, 'Mine');
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' }, PATIENCE);
  const people = within(dialog).getByRole('list', { name: 'People of Crestline' });
  await user.click(within(people).getByRole('button', { name: /Creditor$/ }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument(), PATIENCE);
  const name = await screen.findByLabelText('Save this view as');
  expect(name).toHaveValue('Mine');
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  await screen.findByText('Saved “Mine”.', {}, PATIENCE);
  expect(await screen.findAllByRole('link', { name: 'Mine' }, PATIENCE)).toHaveLength(1);
});
