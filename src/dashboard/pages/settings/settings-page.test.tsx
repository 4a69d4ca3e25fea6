import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { OpenSession } from '#contract/people.ts';
import { HOLDER_HEADER } from '#contract/session.ts';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { changeSettings, currentSettings } from '#dashboard/lib/settings.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { renderDesk } from '#tests/support/render-desk.tsx';
import { CRESTLINE } from '#tests/support/service.ts';
import { refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
beforeEach(async () => {
  await desk.signIn();
  await changeSettings(DEFAULT_SETTINGS);
});

const choose = (group: string, option: RegExp) =>
  within(screen.getByRole('group', { name: group })).getByRole('radio', { name: option });
const sample = () => screen.getByLabelText('Sample').textContent;

async function open() {
  const user = await renderDesk('/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return user;
}

test('every choice is in view as it stands, and saved at once', async () => {
  const user = await open();
  expect(choose('Theme', /System/)).toBeChecked();
  await user.click(choose('Theme', /Dark/));
  expect(choose('Theme', /Dark/)).toBeChecked();
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(document.documentElement.dataset.theme).toBe('dark');
  await user.click(choose('Density', /Compact/));
  await user.click(choose('Rows loaded automatically', /^20,000$/));
  await user.click(choose('Time zone', /^UTC$/));
  await user.click(screen.getByRole('checkbox', { name: /^Single-key/ }));
  const chosen = { density: 'compact', listRows: 20_000, timeZone: 'utc', theme: 'dark', shortcuts: false };
  await waitFor(() => expect(currentSettings()).toMatchObject(chosen));
  await waitFor(async () => {
    const { data } = await (await fetch('/session')).json();
    expect(data.session.settings).toMatchObject(chosen);
  });
  await waitFor(() => expect(localStorage.getItem('pledge-settings')).toBeNull());
});

test('the sample shows figures and dates as they are chosen', async () => {
  const user = await open();
  expect(sample()).toContain('1,596,000.50NGN');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Number and date format/ }), 'de');
  expect(sample()).toContain('1.596.000,50NGN');
  expect(sample()).toContain('5,25');
});

test('everything can be put back as it came', async () => {
  const user = await open();
  const reset = screen.getByRole('button', { name: 'Reset all' });
  await user.click(choose('Density', /Compact/));
  await user.click(choose('Theme', /Light/));
  await user.click(reset);
  expect(await screen.findByText('All settings have their defaults.')).toBeVisible();
  expect(currentSettings()).toEqual(DEFAULT_SETTINGS);
  expect(document.documentElement.dataset.theme).toBeUndefined();
  for (const group of ['Theme', 'Density']) {
    expect(within(screen.getByRole('group', { name: group })).getAllByRole('radio')[0]).toBeChecked();
  }
});

test('how many rows are loaded is written as numbers are', async () => {
  const user = await open();
  expect(choose('Rows loaded automatically', /^1,000$/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Number and date format'), 'de');
  expect(choose('Rows loaded automatically', /^1\.000$/)).toBeVisible();
});

test('what another tab chooses is followed, without saying that it was saved', async () => {
  await open();
  const { data } = await (await fetch('/session')).json();
  const { holder } = data.session;
  const newValue = JSON.stringify({ ...DEFAULT_SETTINGS, density: 'compact', language: 'fr', holder });
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'pledge-settings', newValue })));
  expect(choose('Density', /Compact/)).toBeChecked();
  expect(sample()).toMatch(/1\s596\s000,50NGN/);
  expect(screen.queryByText('Saved.')).toBeNull();
});

test('a choice that can’t be saved says so, holds, and is saved with the next', async () => {
  const user = await open();
  const end = desk.fault(/^\/desk\/settings$/, () => new Response(null, { status: 502 }));
  await user.click(choose('Density', /Compact/));
  expect(await screen.findByText(/^Not saved yet. .* kept in this browser/)).toBeVisible();
  expect(choose('Density', /Compact/)).toBeChecked();
  end();
  await user.click(choose('Time zone', /^UTC$/));
  expect(await screen.findByText('Saved.')).toBeVisible();
  const { data } = await (await fetch('/session')).json();
  expect(data.session.settings).toMatchObject({ density: 'compact', timeZone: 'utc' });
});

test('a choice after the session has ended asks to sign in, and is saved then', async () => {
  const user = await open();
  desk.endSession();
  await user.click(choose('Density', /Compact/));
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(screen.queryByText(/could not be reached/)).toBeNull();
  await user.type(within(dialog).getByLabelText('Access token'), `${CRESTLINE}{Enter}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(choose('Density', /Compact/)).toBeChecked();
  await waitFor(async () => {
    const { data } = await (await fetch('/session')).json();
    expect(data.session.settings).toMatchObject({ density: 'compact' });
  });
});

test('where the browser keeps nothing either, the page says so', async () => {
  const user = await open();
  desk.fault(/^\/desk\/settings$/, () => new Response(null, { status: 502 }));
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  await user.click(choose('Density', /Compact/));
  expect(await screen.findByText(/until the page is reloaded/)).toBeVisible();
  full.mockRestore();
  expect(currentSettings().density).toBe('compact');
});

test('the page opens in a browser whose language has extensions', async () => {
  const resolved = new Intl.NumberFormat().resolvedOptions();
  const options = vi.spyOn(Intl.NumberFormat.prototype, 'resolvedOptions');
  onTestFinished(() => options.mockRestore());
  options.mockReturnValue({ ...resolved, locale: 'en-US-u-va-posix' });
  await open();
  expect(screen.getByRole('option', { name: 'The browser’s (American English)' })).toBeInTheDocument();
});

test('another browser’s session is ended, and then every one', async () => {
  const phone = desk.gateway.browser();
  const approver = { demoRole: 'approver' };
  await desk.signIn(undefined, approver);
  await phone.signIn(undefined, approver);
  const isSignedIn = async () => (await (await phone.fetch('/session')).json()).data.session !== null;
  const user = await open();
  const list = await screen.findByRole('list', { name: 'Open sessions' });
  await user.click(await within(list).findByRole('button', { name: /^End the session/ }));
  await waitFor(() => expect(within(list).queryByRole('button')).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toHaveFocus());
  expect(await isSignedIn()).toBe(false);

  await phone.signIn(undefined, approver);
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(screen.queryByText('The session could not be ended')).toBeNull();
  expect(await isSignedIn()).toBe(false);
});

test('a session that was ended in another tab already is over here as well', async () => {
  const approver = { demoRole: 'approver' };
  await desk.signIn(undefined, approver);
  await desk.gateway.browser().signIn(undefined, approver);
  const user = await open();
  const list = await screen.findByRole('list', { name: 'Open sessions' });
  const [end] = await within(list).findAllByRole('button', { name: /^End the session/ });
  const lines = within(list).getAllByRole('listitem').length;
  const { data } = await (await fetch('/desk/sessions')).json();
  const others = (data.sessions as OpenSession[]).filter(({ current }) => !current);
  const { holder } = (await (await fetch('/session')).json()).data.session;
  for (const { id } of others)
    await fetch(`/desk/sessions/${id}`, { method: 'DELETE', headers: { [HOLDER_HEADER]: holder } });
  expect(within(list).getAllByRole('listitem')).toHaveLength(lines);
  await user.click(end as HTMLElement);
  await waitFor(() => expect(within(list).queryByRole('button')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('someone else who has signed in meanwhile is not signed out everywhere', async () => {
  const user = await open();
  // Another tab signs in, and this one has not heard of it yet.
  await desk.signIn(undefined, { name: 'Someone Else' });
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  const { data } = await (await fetch('/session')).json();
  expect(data.session?.person.name).toBe('Someone Else');
});

test('a sign-out everywhere that can’t be followed by a look at the session is no failure', async () => {
  await desk.signIn(undefined, { demoRole: 'approver' });
  const user = await open();
  desk.fault(/^\/session$/, () => new Response(null, { status: 502 }));
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  expect(screen.queryByText('The session could not be ended')).toBeNull();
});

test('that signing out everywhere failed is said until the next try at ending a session', async () => {
  const phone = desk.gateway.browser();
  await desk.signIn(undefined, { demoRole: 'approver' });
  await phone.signIn(undefined, { demoRole: 'approver' });
  const user = await open();
  const end = await screen.findByRole('button', { name: /^End the session/ });
  const mend = desk.fault(/^\/desk\/sessions$/, (request, pass) =>
    request.method === 'DELETE' ? refuse() : pass(),
  );
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  expect(await screen.findByText('The session could not be ended')).toBeVisible();
  mend();
  await user.click(end);
  await waitFor(() => expect(end).not.toBeInTheDocument());
  expect(screen.queryByText('The session could not be ended')).toBeNull();
});
