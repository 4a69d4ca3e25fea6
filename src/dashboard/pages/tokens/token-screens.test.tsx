import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';
import { expectTokens, openPanel, type Token, tokensOf } from '#tests/support/tokens.ts';

const desk = deskOfFile();
beforeEach(async () => {
  localStorage.clear();
  await desk.signIn();
});

/** Long enough for every page, on a machine that is busy. */
const LONG = { timeout: 45_000 };

const allTokens = () => tokensOf(desk, 'searchTokens');

describe('all tokens', () => {
  test('are screened by ranges, values and text together, as a plain filter would', async () => {
    await renderDesk(
      '/tokens?status=all&investment_category=Corporate+Bond&price.sell=100..&change=-6..6&sort=-change',
    );
    const all = await allTokens();
    const change = ({ price, prev_price }: Token) =>
      Number((((price.exchange - prev_price.exchange) / prev_price.exchange) * 100).toFixed(4));
    const expected = all
      .filter((token) => token.investment_category === 'Corporate Bond' && token.price.sell >= 100)
      .filter((token) => Math.abs(change(token)) <= 6)
      .sort((a, b) => change(b) - change(a));
    expect(expected.length).toBeGreaterThan(3);
    expect(expected.length).toBeLessThan(60);
    await screen.findByText(`${expected.length} of ${all.length} tokens.`, {}, PATIENCE);
    await expectTokens(expected);
  });

  test('are narrowed by a range that is typed, which becomes the address', async () => {
    const user = await renderDesk('/tokens?currency=USD&status=all');
    await screen.findByText(/^\d+ of 240 tokens\.$/, {}, PATIENCE);
    await openPanel(user, 'Range');
    await user.selectOptions(await screen.findByLabelText('Field', {}, PATIENCE), 'interest');
    await user.type(screen.getByLabelText(/^At least/), 'ten');
    expect(screen.getByRole('alert')).toHaveTextContent('Use digits only, no letters.');
    await user.clear(screen.getByLabelText(/^At least/));
    await user.type(screen.getByLabelText(/^At least/), '10');
    await user.type(screen.getByLabelText(/^At most/), '20');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    const all = await allTokens();
    const expected = all.filter(
      (token) => token.currency === 'USD' && token.interest >= 10 && token.interest <= 20,
    );
    await expectTokens(expected);
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      status: 'all',
      currency: 'USD',
      interest: '10..20',
    });
    await user.click(screen.getByRole('button', { name: 'Clear Interest' }));
    await waitFor(() => expect(address()).toBe('/tokens?currency=USD&status=all'));
  });

  test('are kept as a view under a name, which opens it again', async () => {
    const user = await renderDesk('/tokens?status=all&currency=KES&interest=20..&sort=-interest');
    await screen.findByText(/^\d+ of 240 tokens\.$/, {}, PATIENCE);
    await openPanel(user, 'Views');
    await user.type(await screen.findByLabelText('Save this view as', {}, PATIENCE), 'High in shillings');
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    const link = await screen.findByRole('link', { name: 'High in shillings' }, PATIENCE);
    const href = new URL(link.getAttribute('href') ?? '', location.origin);
    expect(Object.fromEntries(href.searchParams)).toEqual({
      status: 'all',
      currency: 'KES',
      interest: '20..',
      sort: '-interest',
    });
    await user.click(screen.getByRole('button', { name: 'Delete the view High in shillings' }));
    await user.click(screen.getByRole('button', { name: 'Delete view' }));
    await waitFor(
      () => expect(screen.queryByRole('link', { name: 'High in shillings' })).toBeNull(),
      PATIENCE,
    );
  });

  test('that meet no screen are told from those that are not there', async () => {
    const user = await renderDesk('/tokens?status=all&interest=1000000..');
    expect(await screen.findByText('No matching tokens', {}, PATIENCE)).toBeVisible();
    expect(await screen.findByText('No matching tokens', {}, PATIENCE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/tokens?status=all'));
  });

  test('say PARTIAL while a page is missing', async () => {
    desk.fault(/token\/search\?page=2/, () =>
      Response.json({ status: 'error', message: 'No' }, { status: 403 }),
    );
    await renderDesk('/tokens?status=all');
    expect(await screen.findByText('PARTIAL', {}, PATIENCE)).toBeVisible();
    expect(screen.getByText(/1 page could not be loaded/)).toBeVisible();
  });

  test('on their way are placeholders; none at all says so', async () => {
    const letGo = hold(desk, /token\/search/);
    const user = await renderDesk('/tokens?status=all');
    const list = await screen.findByRole('region', { name: 'Tokens' });
    expect(list).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText(/No tokens yet|No matching/)).toBeNull();
    letGo();
    await screen.findByText('All 240 tokens.', {}, LONG);
    desk.fault(/token\/search/, () => {
      const data = { page: 1, pages: 0, count: 0, total: 0, tokens: [] };
      return Response.json({ status: 'success', message: '', data });
    });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('No tokens yet', {}, LONG)).toBeVisible();
    expect(list).toHaveAttribute('aria-busy', 'false');
  });

  test('that could not be loaded say why until Retry has brought them', async () => {
    const end = desk.fault(/token\/search/, refuse);
    const user = await renderDesk('/tokens?status=all');
    const alert = await screen.findByRole('alert', {}, LONG);
    expect(alert).toHaveTextContent(/The tokens could not be loaded.*Not now/);
    end();
    const letGo = hold(desk, /token\/search/);
    const retry = within(alert).getByRole('button', { name: 'Retry' });
    await user.click(retry);
    await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'true'));
    expect(retry).toHaveFocus();
    letGo();
    await screen.findByText('All 240 tokens.', {}, LONG);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that can’t be fetched anew are all still there, as of when they were, and not PARTIAL', async () => {
    const user = await renderDesk('/tokens?currency=USD&status=all');
    await screen.findByText(/^\d+ of 240 tokens\.$/, {}, LONG);
    const said = screen.getByText(/^\d+ of \d+ tokens\.$/).textContent ?? '';
    const rows = rowsShown().length;
    const end = desk.fault(/token\/search\?page=2/, refuse);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    // It may have another place once nothing is on its way any more, so it is looked up each time.
    const alert = () => screen.getByRole('alert');
    expect(await screen.findByRole('alert', {}, LONG)).toHaveTextContent(
      /The tokens could not be refreshed\. Shown as of \d\d:\d\d/,
    );
    await waitFor(
      () =>
        expect(within(alert()).getByRole('button', { name: 'Retry' })).not.toHaveAttribute('aria-disabled'),
      PATIENCE,
    );
    expect(screen.queryByText('PARTIAL')).toBeNull();
    expect(screen.getByText(said)).toBeVisible();
    expect(rowsShown()).toHaveLength(rows);
    end();
    await user.click(within(alert()).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), LONG);
    // The count is back once every page has been read again.
    expect(await screen.findByText(said, {}, LONG)).toBeVisible();
  });

  test('are all still there where a search finds them by name alone', async () => {
    const user = await renderDesk('/tokens?name=bond');
    const said = (await screen.findByText(/^\d+ tokens found\.$/, {}, LONG)).textContent ?? '';
    const end = desk.fault(/token\/search/, refuse);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const alert = await screen.findByRole('alert', {}, LONG);
    expect(alert).toHaveTextContent(/The tokens could not be refreshed\. Shown as of \d\d:\d\d/);
    expect(screen.queryByText('PARTIAL')).toBeNull();
    expect(screen.getByText(said)).toBeVisible();
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), LONG);
  });

  test('are counted where a search returns some that can’t be read', async () => {
    desk.fault(/token\/search\?.*name=bond/, async (_, pass) => {
      const body = await (await pass()).json();
      delete body.data.tokens[0]._id;
      return Response.json(body);
    });
    await renderDesk('/tokens?name=bond');
    expect(await screen.findByText('1 row could not be read.', {}, LONG)).toBeVisible();
  });
});

test('tokens that were chosen to be compared still are when one comes back from one of them', async () => {
  const user = await renderDesk('/tokens');
  const boxes = await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ }, PATIENCE);
  for (const box of boxes.slice(0, 2)) await user.click(box);
  const compare = screen.getByRole('link', { name: 'Compare 2' }).getAttribute('href');
  await user.click(within(rowsShown()[2] as HTMLElement).getAllByRole('link')[0] as HTMLElement);
  await waitFor(() => expect(address()).toMatch(/^\/tokens\/\w/), PATIENCE);
  history.back();
  expect(await screen.findByRole('link', { name: 'Compare 2' }, PATIENCE)).toHaveAttribute('href', compare);
  // Another visit begins with none.
  await user.click(screen.getByRole('link', { name: 'Settings' }));
  await screen.findByRole('heading', { level: 1, name: 'Settings' }, PATIENCE);
  await user.click(screen.getByRole('link', { name: 'Tokens' }));
  await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ }, PATIENCE);
  expect(screen.queryByRole('link', { name: 'Compare 2' })).toBeNull();
});
