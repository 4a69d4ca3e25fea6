import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { hold } from '#tests/support/states.ts';
import { patience } from './pages.tsx';

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
async function hiddenLoans(): Promise<HTMLElement> {
  const list = await screen.findByRole('region', { name: 'Loans', hidden: true }, PATIENCE);
  return await within(list).findByRole('table', { hidden: true });
}

test('a page is rendered out of sight while its link is pointed at, and then only shown', async () => {
  const user = await renderDesk('/settings');
  await user.hover(linkTo('Loans'));
  const table = await hiddenLoans();
  expect(within(table).getAllByRole('row', { hidden: true }).length).toBeGreaterThan(10);
  expect(table).not.toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Settings');
  expect(document.title).toBe('Settings · Pledge');
  expect(desk.asked().filter((request) => request.includes('/loans?'))).toEqual([
    'GET /v1/api/creditor/credit/loans?page=1&limit=100',
    'GET /v1/api/creditor/credit/loans?page=2&limit=100',
    // Whether the list is still the same.
    'GET /v1/api/creditor/credit/loans?page=1&limit=100',
  ]);

  await user.click(linkTo('Loans'));
  await waitFor(() => expect(table).toBeVisible());
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  expect(document.title).toBe('Loans · Pledge');
  expect(screen.queryByText('Settings', { selector: 'h1' })).toBeNull();
  expect(within(table).getAllByRole('row').length).toBeGreaterThan(10);
});

test('a page that was prerendered for a new visit is not what Back leads to', async () => {
  const user = await renderDesk('/customers');
  await user.type(await screen.findByRole('searchbox', { name: /^Search/ }, PATIENCE), 'ade');
  await user.click(linkTo('Settings'));
  await waitFor(() => expect(document.title).toBe('Settings · Pledge'));
  await user.hover(linkTo('Customers'));
  const ready = await screen.findByRole('searchbox', { name: /^Search/, hidden: true }, PATIENCE);
  expect(ready).toHaveValue('');

  history.back();
  await waitFor(
    () => expect(screen.getByRole('searchbox', { name: /^Search/ })).toHaveValue('ade'),
    PATIENCE,
  );
  expect(ready).not.toBeInTheDocument();
});

test('a page that is about to be shown stays, whatever link the pointer crosses meanwhile', async () => {
  const user = await renderDesk('/settings');
  await user.hover(linkTo('Activity'));
  await screen.findByRole('heading', { level: 1, name: 'Activity', hidden: true }, PATIENCE);
  await user.hover(linkTo('Terms'));
  const terms = await screen.findByRole('heading', { level: 1, name: 'Terms', hidden: true }, PATIENCE);
  fireEvent.click(linkTo('Terms'));
  await user.hover(linkTo('Activity'));
  await waitFor(() => expect(document.title).toBe('Terms · Pledge'));
  expect(terms).toBeVisible();
  expect(document.querySelectorAll('[data-page=in-view]')).toHaveLength(1);
});

test('what is out of sight answers to no key', async () => {
  const user = await renderDesk('/settings');
  await user.hover(linkTo('Customers'));
  await screen.findByRole('searchbox', { name: /^Search/, hidden: true }, PATIENCE);
  const before = document.activeElement;
  await user.keyboard('/');
  expect(document.activeElement).toBe(before);
});

test('a page that was prerendered and not opened is dropped, and rendered again when it is opened', async () => {
  const user = await renderDesk('/settings');
  await user.hover(linkTo('Loans'));
  const table = await hiddenLoans();
  await waitFor(() => expect(table).not.toBeInTheDocument(), { timeout: 8_000 });
  await user.click(linkTo('Loans'));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Loans' })).toBeVisible(), PATIENCE);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Loans');
}, 30_000);

test('the form of Cancel orders is prerendered, too', async () => {
  const user = await renderDesk('/settings');
  await user.hover(linkTo(/^Cancel orders/));
  const form = { name: 'Paste lines, or drop a CSV file here', hidden: true };
  expect(await screen.findByRole('textbox', form, PATIENCE)).not.toBeVisible();
});

describe('a link that is pressed before its page was fetched', () => {
  const LOANS = /credit\/loans\?/;
  const shownTitle = () => screen.getByRole('heading', { level: 1 }).textContent;

  /** Presses the link to Loans while its data are on their way. Returns how to let them arrive. */
  async function pressLoans(patienceMs: number): Promise<() => void> {
    await renderDesk('/settings');
    // React is to take its time, as it does in a browser.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    const usual = patience.ms;
    patience.ms = patienceMs;
    onTestFinished(() => {
      patience.ms = usual;
      vi.unstubAllGlobals();
    });
    const arrive = hold(desk, LOANS);
    linkTo('Loans').click();
    await waitFor(() => expect(desk.asked().some((request) => LOANS.test(request))).toBe(true), PATIENCE);
    return arrive;
  }

  test('leads to a page with its data; until they are there, the page before it stays', async () => {
    const arrive = await pressLoans(60_000);
    expect(shownTitle()).toBe('Settings');
    const seen = new Set<string>();
    const observer = new MutationObserver(() => {
      seen.add(`${shownTitle()}, ${screen.queryAllByRole('table').length} tables`);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    arrive();
    expect(await hiddenLoans()).toBeVisible();
    observer.disconnect();
    expect(shownTitle()).toBe('Loans');
    expect([...seen].filter((what) => what.startsWith('Loans, 0'))).toEqual([]);
  });

  test('leads to a page without its data where they take long', async () => {
    const arrive = await pressLoans(1);
    await waitFor(() => expect(shownTitle()).toBe('Loans'), PATIENCE);
    expect(document.querySelector('[data-page=in-view] [aria-busy=true]')).not.toBeNull();
    arrive();
    expect(await hiddenLoans()).toBeVisible();
  });
});
