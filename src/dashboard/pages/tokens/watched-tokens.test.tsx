import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionHolder } from '#dashboard/api/session/session.ts';
import { MOST_STARS, type Star, WATCHLIST_FULL } from '#dashboard/api/tokens/watched-prices.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';
import { expectTokens, openPanel, type Token, tokensOf } from '#tests/support/tokens.ts';

const desk = deskOfFile();
beforeEach(async () => {
  localStorage.clear();
  await desk.signIn();
});

async function holder(): Promise<string> {
  const { data } = await (await fetch('/session')).json();
  return sessionHolder(data);
}

const star = (id: string): Star => ({ id, at: 1e12, name: `Token ${id}`, price: 1, currency: 'NGN' });

/** What the browser kept of a visit before. */
async function keep(stars: Star[]): Promise<void> {
  localStorage.setItem('pledge-watchlist', JSON.stringify([[await holder(), stars]]));
}

const money = { currency: 'NGN', price: {} };

function answer(status: number, data?: Token): Response {
  return Response.json({ status: status < 300 ? 'success' : 'error', message: 'Said so.', data }, { status });
}

describe('the watchlist', () => {
  test('holds what was starred, with the change since, and outlives a reload', async () => {
    const user = await renderDesk('/tokens');
    const [first, second] = await tokensOf(desk, 'listTokens');
    await expectTokens(await tokensOf(desk, 'listTokens'));
    await user.click(screen.getByRole('button', { name: `Watch ${first?.name}` }));
    await user.click(screen.getByRole('button', { name: `Watch ${second?.name}` }));
    await user.click(screen.getByRole('link', { name: /^Watchlist/ }));
    await expectTokens([second as Token, first as Token]);
    expect(rowsShown()[0]).toHaveTextContent('0.00%');

    const { pool } = desk.gateway.service.database;
    await pool.query(
      `update service.token set price = jsonb_set(price::jsonb, '{exchange}', to_jsonb($2::numeric)) where id = $1`,
      [first?._id, first?.price.exchange * 1.5],
    );
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(rowsShown()[1]).toHaveTextContent('+50.00%'), PATIENCE);
    await pool.query(
      `update service.token set price = jsonb_set(price::jsonb, '{exchange}', to_jsonb($2::numeric)) where id = $1`,
      [first?._id, first?.price.exchange],
    );
  });

  test('is sorted by what became of the prices, in the address', async () => {
    const user = await renderDesk('/tokens');
    const [first, second] = (await tokensOf(desk, 'listTokens')) as [Token, Token];
    await expectTokens(await tokensOf(desk, 'listTokens'));
    for (const { name } of [first, second])
      await user.click(screen.getByRole('button', { name: `Watch ${name}` }));
    desk.fault(new RegExp(`/token/${first._id}$`), async (_request, pass) => {
      const body = (await (await pass()).json()) as { data: Token };
      body.data.price.exchange *= 2;
      return Response.json(body);
    });
    await user.click(screen.getByRole('link', { name: /^Watchlist/ }));
    await waitFor(() => expect(rowsShown()[1]).toHaveTextContent('+100.00%'), PATIENCE);
    await user.click(screen.getByRole('button', { name: 'Since starred' }));
    await user.click(screen.getByRole('button', { name: 'Since starred' }));
    await expectTokens([first, second]);
    expect(address()).toBe('/tokens?view=watchlist&sort=-since');
    await openPanel(user, 'Export');
    expect(await screen.findByRole('dialog', {}, PATIENCE)).toHaveTextContent('2 watched tokens');
  });

  test('says which token the service has no more, and takes it off', async () => {
    await keep([star('gone'), star('failing'), star('here')]);
    desk.fault(/token\/gone$/, () => answer(404));
    const end = desk.fault(/token\/failing$/, () => answer(403));
    desk.fault(/token\/here$/, () => answer(200, { _id: 'here', name: 'Here', symbol: 'HERE', ...money }));
    const user = await renderDesk('/tokens?view=watchlist');
    expect(await screen.findByText('1 watched token no longer available', {}, PATIENCE)).toBeVisible();
    expect(screen.getByText('Not found: Token gone.')).toBeVisible();
    expect(
      await screen.findByText('1 of the watched tokens could not be loaded', {}, PATIENCE),
    ).toBeVisible();
    end();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(rowsShown()).toHaveLength(2));
    expect(screen.queryByText(/no longer available/)).toBeNull();
    expect(localStorage.getItem('pledge-watchlist')).not.toContain('gone');
  });

  test('is a list of placeholders until something is known of its tokens', async () => {
    await keep([star('one')]);
    const letGo = hold(desk, /token\/one$/, () =>
      answer(200, { _id: 'one', name: 'One', symbol: 'ONE', ...money }),
    );
    await renderDesk('/tokens?view=watchlist');
    expect(await screen.findByRole('region', { name: 'Tokens' })).toHaveAttribute('aria-busy', 'true');
    letGo();
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent('ONE'), PATIENCE);
    expect(screen.getByRole('region', { name: 'Tokens' })).toHaveAttribute('aria-busy', 'false');
  });

  test('whose tokens fail keeps their names, and says so until Retry has brought them', async () => {
    await keep([star('one'), star('gone')]);
    desk.fault(/token\/gone$/, () => answer(404));
    const end = desk.fault(/token\/one$/, refuse);
    const user = await renderDesk('/tokens?view=watchlist');
    const title = await screen.findByText('1 of the watched tokens could not be loaded', {}, PATIENCE);
    await screen.findByText('1 watched token no longer available', {}, PATIENCE);
    end();
    const letGo = hold(desk, /token\/one$/, () =>
      answer(200, { _id: 'one', name: 'One', symbol: 'ONE', ...money }),
    );
    hold(desk, /token\/gone$/);
    const retry = within(title.closest('[role=status]') as HTMLElement).getByRole('button', {
      name: 'Retry',
    });
    await user.click(retry);
    await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'true'));
    expect(title).toBeVisible();
    expect(screen.getByText('1 watched token no longer available')).toBeVisible();
    expect(rowsShown()[0]).toHaveTextContent('Token one');
    letGo();
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent('ONE'), PATIENCE);
    await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull(), PATIENCE);
  });

  test('that can’t be fetched anew keeps its figures, and says that they are those of before', async () => {
    await keep([star('one')]);
    desk.fault(/token\/one$/, () => answer(200, { _id: 'one', name: 'One', symbol: 'ONE', ...money }));
    const user = await renderDesk('/tokens?view=watchlist');
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent('ONE'), PATIENCE);
    desk.fault(/token\/one$/, refuse);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(
      await screen.findByText('1 of the watched tokens could not be refreshed', {}, PATIENCE),
    ).toBeVisible();
    expect(screen.getByText(/1 token shown with earlier figures.*Not now/)).toBeVisible();
    expect(rowsShown()[0]).toHaveTextContent('ONE');
  });

  test('that is full says so at every other star, and takes one again once there is room', async () => {
    const tokens = await tokensOf(desk, 'listTokens');
    const [first, second] = tokens as [Token, Token];
    await keep([star(second._id), ...Array.from({ length: MOST_STARS - 1 }, (_, n) => star(`t${n}`))]);
    const user = await renderDesk('/tokens');
    await expectTokens(tokens);
    const refused = screen.getByRole('button', { name: `Watch ${first.name}` });
    expect(refused).toHaveAccessibleDescription(WATCHLIST_FULL);
    await user.click(refused);
    expect(refused).toHaveAttribute('aria-pressed', 'false');
    await user.click(screen.getByRole('button', { name: `Watch ${second.name}` }));
    await user.click(refused);
    expect(refused).toHaveAttribute('aria-pressed', 'true');
  });

  test('that the browser does not keep says so', async () => {
    const user = await renderDesk('/tokens');
    const [first] = (await tokensOf(desk, 'listTokens')) as [Token];
    await expectTokens(await tokensOf(desk, 'listTokens'));
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    try {
      await user.click(screen.getByRole('button', { name: `Watch ${first.name}` }));
      await user.click(screen.getByRole('link', { name: /^Watchlist/ }));
      expect(await screen.findByText(/doesn’t save watched tokens/)).toBeVisible();
      await expectTokens([first]);
    } finally {
      full.mockRestore();
    }
    // What is kept again is said to be.
    await user.click(screen.getByRole('button', { name: `Watch ${first.name}` }));
    expect(screen.queryByText(/doesn’t save watched tokens/)).toBeNull();
  });

  test('that is empty says how to fill it; one with nonsense in it is empty', async () => {
    localStorage.setItem('pledge-watchlist', '[["x",[{"id":1}]],5,{"a":1}]');
    await renderDesk('/tokens?view=watchlist');
    expect(await screen.findByText('No watched tokens')).toBeVisible();
  });
});
