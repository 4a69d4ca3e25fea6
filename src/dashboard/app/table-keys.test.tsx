import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(async () => {
  changeSettings(DEFAULT_SETTINGS);
  await desk.signIn();
});

const rowsLoaded = () => waitFor(() => expect(rowsShown().length).toBeGreaterThan(5), PATIENCE);

test.each(['j', 'k'])('%s goes to the first row of the list, wherever the focus is', async (key) => {
  const user = await renderDesk('/loans/cover');
  await rowsLoaded();
  screen.getByRole('heading', { level: 1 }).focus();
  await user.keyboard(key);
  expect(rowsShown()[0]).toHaveFocus();
  await user.keyboard('j');
  expect(rowsShown()[1]).toHaveFocus();
});

test('j does nothing if single keys are turned off', async () => {
  changeSettings({ shortcuts: false });
  const user = await renderDesk('/loans');
  await rowsLoaded();
  const heading = screen.getByRole('heading', { level: 1 });
  heading.focus();
  await user.keyboard('j');
  expect(heading).toHaveFocus();
});

test('Back from a record has the focus on its row', async () => {
  const user = await renderDesk('/loans');
  await rowsLoaded();
  await user.keyboard('jjj{Enter}');
  await waitFor(() => expect(address()).toMatch(/^\/loans\/./));
  await screen.findByText('Next steps', {}, PATIENCE);
  history.back();
  await rowsLoaded();
  await waitFor(() => expect(rowsShown()[2]).toHaveFocus(), PATIENCE);
  await user.keyboard('j');
  expect(rowsShown()[3]).toHaveFocus();
});

test.each([
  ['/loans', 'Search loans by borrower'],
  ['/loans/cover', 'Search open loans by borrower'],
  ['/members', 'Search members by name, email or ID'],
  ['/tokens', 'Search tokens by name or symbol'],
  ['/customers', 'Search customers by name or email'],
])('/ on %s goes to its search, which Escape empties', async (page, name) => {
  const user = await renderDesk(page);
  await rowsLoaded();
  const before = rowsShown().length;
  await user.keyboard('/');
  const search = screen.getByRole('searchbox', { name });
  expect(search).toHaveFocus();
  await user.keyboard('nobody has this');
  await waitFor(() => expect(rowsShown()).toHaveLength(0), PATIENCE);
  await user.keyboard('{Escape}');
  expect(search).toHaveValue('');
  await waitFor(() => expect(rowsShown()).toHaveLength(before), PATIENCE);
});
