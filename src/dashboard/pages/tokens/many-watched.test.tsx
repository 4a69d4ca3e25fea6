import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
const one = /^GET \/v1\/api\/token\/(?!search)/;
const list = /\/v1\/api\/token\/search/;

interface Token {
  _id: string;
  currency: string;
}

/** A person watches these tokens since long ago, when each had the price 1. */
async function watch(tokens: readonly Token[]): Promise<void> {
  for (const { _id, currency } of tokens) {
    await fetch(`/desk/watchlist/${_id}`, {
      method: 'PUT',
      body: JSON.stringify({ name: `Token ${_id}`, price: 1, currency, at: '2001-09-09T00:00:00Z' }),
      headers: { 'content-type': 'application/json' },
    });
  }
}

/** Tokens of the service, as its search gives them. */
async function tokensOfSearch(count: number): Promise<Token[]> {
  const { body } = await desk.gateway.service.call('searchTokens', { query: { page: 1, limit: count } });
  return body.data.tokens;
}

const loaded = () => rowsShown().filter(({ textContent }) => /[+−-][\d,.]+%/.test(textContent ?? ''));

beforeEach(async () => {
  localStorage.clear();
  await desk.gateway.service.database.pool.query('delete from desk.watched_token');
  await desk.signIn(undefined, { demoRole: 'analyst' });
});

describe('many watched tokens', () => {
  test('are read by pages, on Refresh, too, and not again after one was taken off', async () => {
    await watch(await tokensOfSearch(21));
    const asked: string[] = [];
    const askedFor = (what: RegExp) => {
      asked.push(...desk.asked());
      return asked.filter((each) => what.test(each));
    };
    const user = await renderDesk('/tokens?view=watchlist');
    await waitFor(() => expect(loaded()).toHaveLength(21), PATIENCE);
    const before = askedFor(list).length;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(askedFor(list).slice(before)).toHaveLength(3), PATIENCE);
    const [star] = screen.getAllByRole('button', { name: /^Watch /, pressed: true });
    await user.click(star as HTMLElement);
    await waitFor(() => expect(loaded()).toHaveLength(20), PATIENCE);
    expect(askedFor(one)).toEqual([]);
  });

  test('include those that the service no longer has', async () => {
    await watch([...(await tokensOfSearch(21)), { _id: 'gone', currency: 'NGN' }]);
    desk.asked();
    await renderDesk('/tokens?view=watchlist');
    expect(await screen.findByText('1 watched token no longer available', {}, PATIENCE)).toBeVisible();
    await waitFor(() => expect(loaded()).toHaveLength(21), PATIENCE);
    expect(desk.asked().filter((each) => one.test(each))).toEqual(['GET /v1/api/token/gone']);
  });

  test.each([
    ['refused', refuse],
    ['not found', () => Response.json({ status: 'error', message: 'No.' }, { status: 404 })],
  ])('whose list is %s are named, none is called gone, and Retry brings them', async (_, answer) => {
    await watch(await tokensOfSearch(21));
    const mend = desk.fault(list, answer);
    const user = await renderDesk('/tokens?view=watchlist');
    const title = '21 of the watched tokens could not be loaded';
    expect(await screen.findByText(title, {}, PATIENCE)).toBeVisible();
    expect(rowsShown()).toHaveLength(21);
    expect(screen.queryByText(/no longer available/)).toBeNull();
    mend();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(loaded()).toHaveLength(21), PATIENCE);
    await waitFor(() => expect(screen.queryByText(title)).toBeNull(), PATIENCE);
  });
});
