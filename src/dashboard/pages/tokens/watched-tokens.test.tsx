import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { MAX_WATCHED, type WatchedContent } from '#contract/watchlist.ts';
import { WATCHLIST_FULL } from '#dashboard/api/tokens/watchlist.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';
import { expectTokens, openPanel, type Token, tokensOf } from '#tests/support/tokens.ts';

const desk = deskOfFile();
beforeEach(async () => {
  localStorage.clear();
  await desk.gateway.service.database.pool.query('delete from desk.watched_token');
  await desk.signIn(undefined, { demoRole: 'analyst' });
});

/** Watches a token as if since a day in September. */
async function watch(id: string, content: Partial<WatchedContent> = {}): Promise<void> {
  const at = new Date(Date.UTC(2001, 8, 9)).toISOString();
  await fetch(`/desk/watchlist/${id}`, {
    method: 'PUT',
    body: JSON.stringify({ name: `Token ${id}`, price: 1, currency: 'NGN', at, ...content }),
    headers: { 'content-type': 'application/json' },
  });
}

/** Has watched tokens since a day in September, the first one most recently. */
async function keep(ids: string[]): Promise<void> {
  for (const [place, id] of ids.entries()) {
    const at = new Date(Date.UTC(2001, 8, 9) - place).toISOString();
    await watch(id, { at });
  }
}

const watched = async (): Promise<string[]> => {
  const { data } = await (await fetch('/desk/watchlist')).json();
  return data.tokens.map(({ id }: { id: string }) => id);
};

const money = { currency: 'NGN', price: {} };

function answer(status: number, data?: Token): Response {
  return Response.json({ status: status < 300 ? 'success' : 'error', message: 'Said so.', data }, { status });
}

describe('the watchlist', () => {
  test.each([
    ['no currency was known', null, 'Its currency was unknown when it was starred.'],
    ['it had another currency', 'EUR', 'Priced in EUR when starred, and in another currency now.'],
  ])('compares no prices if %s, as the token’s page does', async (_, currency, why) => {
    const [token] = await tokensOf(desk, 'listTokens');
    await watch(token?._id, { currency });
    await renderDesk('/tokens?view=watchlist');
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent(why), PATIENCE);
    cleanup();
    await renderDesk(`/tokens/${token?._id}`);
    const panel = await screen.findByRole('region', { name: 'Watchlist' }, PATIENCE);
    const unknown = 'The change of its exchange price since then is unknown.';
    expect(await within(panel).findByText(unknown, {}, PATIENCE)).toBeVisible();
  });

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

  test('follows a change in another tab, and tells of its own', async () => {
    const [first, second] = await tokensOf(desk, 'listTokens');
    const user = await renderDesk('/tokens');
    await expectTokens(await tokensOf(desk, 'listTokens'));
    const tab = new BroadcastChannel('pledge-session');
    const heard: unknown[] = [];
    tab.onmessage = ({ data }) => heard.push(data);
    onTestFinished(() => tab.close());
    await watch(first?._id ?? '');
    tab.postMessage(['watchlist']);
    const star = await screen.findByRole('button', { name: `Watch ${first?.name}`, pressed: true }, PATIENCE);
    expect(star).toBeVisible();
    await user.click(screen.getByRole('button', { name: `Watch ${second?.name}` }));
    await waitFor(() => expect(heard).toEqual([['watchlist']]), PATIENCE);
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

  // Some services call an id that they don't know no id of theirs.
  test.each([404, 400])('says which token the service has no more (%i), and takes it off', async (status) => {
    await keep(['gone', 'failing', 'here']);
    desk.fault(/token\/gone$/, () => answer(status));
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
    expect(await watched()).toEqual(['failing', 'here']);
  });

  test('is a list of placeholders until something is known of its tokens', async () => {
    await keep(['one']);
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
    await keep(['one', 'gone']);
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
    await keep(['one']);
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
    await keep([second._id, ...Array.from({ length: MAX_WATCHED - 1 }, (_, n) => `t${n}`)]);
    const user = await renderDesk('/tokens');
    await expectTokens(tokens);
    const refused = screen.getByRole('button', { name: `Watch ${first.name}` });
    expect(refused).toHaveAccessibleDescription(WATCHLIST_FULL);
    await user.click(refused);
    expect(refused).toHaveAttribute('aria-pressed', 'false');
    await user.click(screen.getByRole('button', { name: `Watch ${second.name}` }));
    await waitFor(() => expect(refused).not.toHaveAttribute('aria-disabled'));
    await user.click(refused);
    await waitFor(async () => expect(await watched()).toContain(first._id));
    expect(refused).toHaveAttribute('aria-pressed', 'true');
  });

  test('is the person’s in every browser, and a colleague has their own', async () => {
    const user = await renderDesk('/tokens');
    const [first, second] = (await tokensOf(desk, 'listTokens')) as [Token, Token];
    await user.click(await screen.findByRole('button', { name: `Watch ${first.name}` }, PATIENCE));
    await waitFor(async () => expect(await watched()).toEqual([first._id]));
    cleanup();

    localStorage.clear();
    await desk.signIn(undefined, { demoRole: 'creditor' });
    const colleague = await renderDesk('/tokens?view=watchlist');
    await screen.findByText('No watched tokens', {}, PATIENCE);
    await colleague.click(screen.getByRole('link', { name: 'Active' }));
    await colleague.click(await screen.findByRole('button', { name: `Watch ${second.name}` }, PATIENCE));
    await waitFor(async () => expect(await watched()).toEqual([second._id]));
    cleanup();

    await desk.signIn(undefined, { demoRole: 'analyst' });
    await renderDesk('/tokens?view=watchlist');
    await expectTokens([first]);
  });

  test('says which change was not saved, until Retry has saved it', async () => {
    const user = await renderDesk('/tokens');
    const [first] = (await tokensOf(desk, 'listTokens')) as [Token];
    const star = await screen.findByRole('button', { name: `Watch ${first.name}` }, PATIENCE);
    const end = desk.fault(/^\/desk\/watchlist\//, () =>
      Response.json({ status: 'error', message: 'No' }, { status: 500 }),
    );
    await user.click(star);
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent(`${first.name} was not added to your watchlist`);
    await waitFor(() => expect(star).toHaveAttribute('aria-pressed', 'false'));
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), PATIENCE);
    await waitFor(() => expect(star).toHaveAttribute('aria-pressed', 'true'));
    expect(await watched()).toEqual([first._id]);
  });

  test('that can’t be loaded says so, and comes with Retry', async () => {
    await keep(['one']);
    desk.fault(/token\/one$/, () => answer(200, { _id: 'one', name: 'One', symbol: 'ONE', ...money }));
    const end = desk.fault(/^\/desk\/watchlist$/, refuse);
    const user = await renderDesk('/tokens?view=watchlist');
    await screen.findByText('The watched tokens could not be loaded', {}, PATIENCE);
    end();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent('ONE'), PATIENCE);
  });

  test('that is empty says how to fill it', async () => {
    await renderDesk('/tokens?view=watchlist');
    expect(await screen.findByText('No watched tokens', {}, PATIENCE)).toBeVisible();
  });
});
