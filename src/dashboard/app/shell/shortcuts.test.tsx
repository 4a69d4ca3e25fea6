import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(async () => {
  changeSettings(DEFAULT_SETTINGS);
  await desk.signIn();
});

test('g and a letter go to a page, whose heading gets the focus', async () => {
  const user = await renderDesk('/settings');
  for (const [letter, path, heading] of [
    ['l', '/loans', 'Loans'],
    ['t', '/loans/terms', 'Terms'],
    ['o', '/', 'Overview'],
    ['s', '/settings', 'Settings'],
  ] as const) {
    await user.keyboard(`g${letter}`);
    await waitFor(() => expect(address()).toBe(path));
    await waitFor(
      () => expect(screen.getByRole('heading', { level: 1, name: heading })).toHaveFocus(),
      PATIENCE,
    );
    expect(document.title).toBe(`${heading} · Pledge`);
  }
});

test('what is typed at once after Ctrl+K is in the search, and is no shortcut', async () => {
  const user = await renderDesk('/settings');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}gmtunde');
  const field = await screen.findByRole('combobox', { name: 'Search or jump' }, PATIENCE);
  await waitFor(() => expect(field).toHaveValue('gmtunde'), PATIENCE);
  expect(address()).toBe('/settings');
});

test('a question mark lists the keys, and while the list is open no key does anything', async () => {
  const user = await renderDesk('/settings');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }, PATIENCE);
  expect(within(dialog).getByText('Search or jump')).toBeVisible();
  await user.keyboard('gl');
  await user.keyboard('{Control>}k{/Control}');
  expect(address()).toBe('/settings');
  expect(screen.queryByRole('combobox', { name: 'Search or jump' })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['?', 'Keyboard shortcuts'],
  ['{Control>}k{/Control}', 'Search or jump'],
])('Back leaves no dialog that %s opened over the page before', async (keys, name) => {
  const user = await renderDesk('/settings');
  await user.keyboard('gt');
  await screen.findByRole('heading', { level: 1, name: 'Terms' }, PATIENCE);
  await user.keyboard(keys);
  await screen.findByRole('dialog', { name }, PATIENCE);
  history.back();
  const heading = await screen.findByRole('heading', { level: 1, name: 'Settings' }, PATIENCE);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(heading).toHaveFocus());
});

test('Escape leads back from the search to where it was opened, also after it led to another page', async () => {
  const user = await renderDesk('/loans');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(
    await screen.findByRole('combobox', { name: 'Search or jump' }, PATIENCE),
    'settings{Enter}',
  );
  const select = await screen.findByRole('combobox', { name: /^Number and date format/ }, PATIENCE);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toHaveFocus());
  select.focus();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Search or jump' }, PATIENCE);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(select).toHaveFocus());
});

test('no key does anything in a field', async () => {
  const user = await renderDesk('/settings');
  const select = await screen.findByRole('combobox', { name: /^Number and date format/ });
  select.focus();
  await user.keyboard('gl?');
  expect(address()).toBe('/settings');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('turned off, single keys do nothing; the jump and Escape go on working', async () => {
  const user = await renderDesk('/settings');
  await user.click(await screen.findByRole('checkbox', { name: /^Single-key/ }));
  screen.getByRole('heading', { level: 1 }).focus();
  await user.keyboard('gl?');
  expect(address()).toBe('/settings');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Search or jump' }, PATIENCE)).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
