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
  ['/loans', 'Borrower contains'],
  ['/members', 'Name, email or ID contains'],
])('/ on %s opens the filter by a text', async (page, field) => {
  const user = await renderDesk(page);
  await rowsLoaded();
  await user.keyboard('/');
  await waitFor(() => expect(screen.getByRole('searchbox', { name: field })).toHaveFocus(), PATIENCE);
  await user.keyboard('ade');
  expect(screen.getByRole('searchbox', { name: field })).toHaveValue('ade');
});
