import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(async () => {
  localStorage.clear();
  await desk.signIn();
});

function linkTo(name: string | RegExp): HTMLElement {
  const [navigation] = screen.getAllByRole('navigation', { name: 'Pages' });
  return within(navigation as HTMLElement).getByRole('link', { name });
}

/** The table of loans, seen or not. */
function hiddenLoans(): Promise<HTMLElement> {
  return screen.findByRole('table', { hidden: true }, PATIENCE);
}

test('a page is made ready out of sight while its link is approached, and then only shown', async () => {
  const user = await renderDesk('/settings');
  await user.hover(linkTo('Loans'));
  const table = await hiddenLoans();
  const rows = within(table).getAllByRole('row', { hidden: true }).length;
  expect(rows).toBeGreaterThan(10);
  expect(rows).toBeLessThan(20);
  expect(table).not.toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Settings');
  expect(document.title).toBe('Settings · Pledge');

  await user.click(linkTo('Loans'));
  await waitFor(() => expect(table).toBeVisible());
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  expect(document.title).toBe('Loans · Pledge');
  expect(screen.queryByText('Settings', { selector: 'h1' })).toBeNull();
  // Behind the page in view it had no more rows than would be seen at first.
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(26));
  expect(desk.asked().filter((request) => request.includes('/loans?'))).toHaveLength(1);
});

test('a page that was made ready for a new visit is not what Back leads to', async () => {
  const user = await renderDesk('/customers');
  await user.type(await screen.findByRole('textbox', { name: /^Filter/ }, PATIENCE), 'ade');
  await user.click(linkTo('Settings'));
  await waitFor(() => expect(document.title).toBe('Settings · Pledge'));
  await user.hover(linkTo('Customers'));
  const ready = await screen.findByRole('textbox', { name: /^Filter/, hidden: true }, PATIENCE);
  expect(ready).toHaveValue('');

  history.back();
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^Filter/ })).toHaveValue('ade'), PATIENCE);
  expect(ready).not.toBeInTheDocument();
});

test('a page that is shown ahead of React stays, whatever link the pointer crosses meanwhile', async () => {
  const user = await renderDesk('/settings');
  const isReady = (name: string) => screen.findByRole('heading', { level: 1, name, hidden: true }, PATIENCE);
  await user.hover(linkTo('Activity'));
  await isReady('Activity');
  await user.hover(linkTo('Terms'));
  const terms = await isReady('Terms');
  const seen: (string | null | undefined)[] = [];
  new MutationObserver(() => {
    const places = document.querySelectorAll('[data-page=in-view]');
    seen.push(places.length === 1 ? places[0]?.querySelector('h1')?.textContent : null);
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-page'] });
  linkTo('Terms').click();
  await user.hover(linkTo('Activity'));
  await waitFor(() => expect(document.title).toBe('Terms · Pledge'));
  expect(terms).toBeVisible();
  expect(new Set(seen)).toEqual(new Set(['Terms']));
});

test('a press on a page that is shown ahead of React counts', async () => {
  const user = await renderDesk('/settings');
  await user.hover(linkTo('Loans'));
  const table = await hiddenLoans();
  const next = screen.getByRole('link', { name: 'Next page', hidden: true });
  linkTo('Loans').click();
  expect(table).toBeVisible();
  expect(document.title).toBe('Settings · Pledge');
  await user.click(next);
  await waitFor(() => expect(address()).toBe('/loans?page=2'));
});

test('images of tokens are requested once the tokens are in view', async () => {
  const { pool } = desk.gateway.service.database;
  await pool.query(`update service.token set image = 'https://images.test/' || id || '.png'`);
  const user = await renderDesk('/settings');
  await user.hover(linkTo('Tokens'));
  const table = await screen.findByRole('table', { hidden: true }, PATIENCE);
  expect(within(table).getAllByRole('row', { hidden: true }).length).toBeGreaterThan(10);
  expect(table.querySelector('img')).toBeNull();
  await user.click(linkTo('Tokens'));
  await waitFor(() => expect(table.querySelectorAll('img').length).toBeGreaterThan(5));
  await pool.query(`update service.token set image = ''`);
});

test('what is out of sight answers to no key', async () => {
  const user = await renderDesk('/settings');
  await user.hover(linkTo('Customers'));
  await screen.findByRole('textbox', { name: /^Filter/, hidden: true }, PATIENCE);
  const before = document.activeElement;
  await user.keyboard('/');
  expect(document.activeElement).toBe(before);
});

test('what was made ready and not gone to is given up, and made ready anew by the next approach', async () => {
  const user = await renderDesk('/settings');
  await user.hover(linkTo('Loans'));
  const table = await hiddenLoans();
  await waitFor(() => expect(table).not.toBeInTheDocument(), { timeout: 8_000 });
  await user.click(linkTo('Loans'));
  await waitFor(() => expect(screen.getByRole('table')).toBeVisible(), PATIENCE);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Loans');
}, 30_000);

test('the form of Cancel orders is made ready, too', async () => {
  const user = await renderDesk('/settings');
  await user.hover(linkTo(/^Cancel orders/));
  const form = { name: 'Paste lines, or drop a CSV file here', hidden: true };
  expect(await screen.findByRole('textbox', form, PATIENCE)).not.toBeVisible();
});
