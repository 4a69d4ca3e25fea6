import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, LONG, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';
import { expectTokens, openPanel, type Token, tokensOf } from '#tests/support/tokens.ts';

const desk = deskOfFile();
beforeEach(async () => {
  localStorage.clear();
  await desk.signIn();
});

const LIST = /\/v1\/api\/tokens\?/;
const searchBox = () => screen.getByRole('searchbox', { name: 'Search tokens by name or symbol' });

/** An answer of the service without any tokens. */
function noTokens(): Response {
  const data = { page: 1, pages: 0, count: 0, total: 0, tokens: [] };
  return Response.json({ status: 'success', message: '', data });
}

/** Waits until all the tokens are here. */
async function expectAll(count: number, noun: string): Promise<void> {
  await screen.findByText(new RegExp(`^All ${count} ${noun}\\.$`), {}, LONG);
}

describe('the list of tokens', () => {
  test('shows the active ones, says so, and asks for nothing else', async () => {
    await renderDesk('/tokens');
    const tokens = await tokensOf(desk, 'listTokens');
    await expectTokens(tokens);
    await expectAll(tokens.length, 'active tokens');
    expect(screen.getByText(/Exited and closed tokens are under All/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Active' })).toHaveAttribute('aria-current', 'true');
    // A set: on a busy machine, the second mounting of StrictMode asks again for what the first took back.
    const pages = [1, 2, 3].map((page) => `GET /v1/api/tokens?page=${page}&limit=100`);
    expect(new Set(desk.asked())).toEqual(new Set(['GET /session', 'GET /desk/watchlist', ...pages]));
    expect(screen.getAllByRole('heading', { level: 1 }).map((h) => h.textContent)).toEqual(['Tokens']);
    const [first] = tokens;
    const text = rowsShown()[0]?.textContent ?? '';
    expect(text).toContain(first?.name);
    expect(text).toContain(first?.investment_type);
    expect(text).toContain(
      `${new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(first?.price.sell)}${first?.currency}`,
    );
    expect(text).toMatch(/[+−]\d+\.\d\d%/);
    expect(screen.queryByRole('columnheader', { name: 'Category' })).toBeNull();
  });

  test('moves to the search as a name is typed, and back, and is never empty in between', async () => {
    const user = await renderDesk('/tokens');
    const active = await tokensOf(desk, 'listTokens');
    await expectAll(active.length, 'active tokens');
    const letGo = hold(desk, /token\/search/);
    await user.type(searchBox(), 'bond');
    const list = screen.getByRole('region', { name: 'Tokens' });
    await waitFor(() => expect(list).toHaveAttribute('aria-busy', 'true'), PATIENCE);
    expect(address()).toBe('/tokens?name=bond');
    await expectTokens(active);
    letGo();
    const bonds = await tokensOf(desk, 'searchTokens', { name: 'bond' });
    await expectTokens(bonds);
    expect(await screen.findByText(`${bonds.length} tokens found.`, {}, PATIENCE)).toBeVisible();
    expect(screen.getByText(/Includes exited and closed tokens/)).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Category' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filter' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await expectTokens(active);
    expect(address()).toBe('/tokens');
    expect(searchBox()).toHaveValue('');
  });

  test('keeps what is searched for when its filters are cleared, as every list does', async () => {
    const user = await renderDesk('/tokens?name=bond&private=false');
    await user.click(await screen.findByRole('button', { name: 'Clear filter' }, PATIENCE));
    expect(searchBox()).toHaveValue('bond');
    await waitFor(() => expect(address()).toBe('/tokens?name=bond'));
  });

  test('shows those of every status where All is pressed right after the search was cleared', async () => {
    const user = await renderDesk('/tokens?name=bond');
    expect(await screen.findByText(/tokens? found\./, {}, PATIENCE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await user.click(screen.getByRole('link', { name: 'All' }));
    await waitFor(() => expect(searchBox()).toHaveValue(''));
    await waitFor(() => expect(address()).toBe('/tokens?status=all'));
  });

  test('finds words of a name that are apart, in any order', async () => {
    const all = await tokensOf(desk, 'searchTokens');
    const [token] = all.filter(({ name }) => name?.split(' ').length >= 3);
    const [first, , third] = token?.name.split(' ') ?? [];
    await renderDesk(`/tokens?name=${encodeURIComponent(`${third} ${first}`)}`);
    await waitFor(
      () =>
        expect(
          rowsShown()
            .map((row) => row.textContent)
            .join(),
        ).toContain(token?.name),
      LONG,
    );
    for (const row of rowsShown()) expect(row).toHaveTextContent(new RegExp(`${first}.*${third}`));
  });

  test('finds what has the text in its symbol, after what has it in its name', async () => {
    const user = await renderDesk('/tokens?name=nothing+like+it');
    expect(await screen.findByText('No matching tokens', {}, PATIENCE)).toBeVisible();
    for (const [text, least] of [
      ['shea100', 0],
      ['bd1', 0],
      ['shea', 1],
    ] as const) {
      await user.clear(searchBox());
      await user.type(searchBox(), text);
      const names = await tokensOf(desk, 'searchTokens', { name: text });
      const symbols = await tokensOf(desk, 'searchTokens', { symbol: text });
      expect(names.length).toBeGreaterThanOrEqual(least);
      expect(symbols.length).toBeGreaterThan(0);
      const ids = names.map(({ _id }) => _id);
      await expectTokens([...names, ...symbols.filter(({ _id }) => !ids.includes(_id))]);
    }
  });

  test.each([
    ['private=true', 'listTokens', { private: true }],
    [
      'investment_type=debt&primary_raise=false',
      'listTokens',
      { investment_type: 'debt', primary_raise: false },
    ],
    ['status=exited', 'searchTokens', { exited: true }],
    ['status=closed', 'listTokens', { closed: true }],
    ['status=all&completed_raise=false', 'searchTokens', { completed_raise: false }],
    ['name=bd1', 'searchTokens', { symbol: 'bd1' }],
    ['status=all&page=2', 'searchTokens', {}],
    ['private=nonsense&page=3&limit=10&sort=nothing&view=other', 'listTokens', {}],
  ] as const)('at %s shows what the service gives for it', async (search, name, query) => {
    await renderDesk(`/tokens?${search}`);
    await expectTokens(await tokensOf(desk, name, query));
  });

  test('is the same list whichever endpoint answers: a status and a market hold in a search', async () => {
    const active = await tokensOf(desk, 'listTokens', { primary_raise: true });
    const raising = active.filter(({ name }) => name.toLowerCase().includes('bond'));
    await renderDesk('/tokens?name=bond&status=active&primary_raise=true');
    expect(raising.length).toBeGreaterThan(2);
    await expectTokens(raising);
  });

  test('chooses filters by their chips', async () => {
    const user = await renderDesk('/tokens');
    await expectTokens(await tokensOf(desk, 'listTokens'));
    await openPanel(user, 'Market');
    await user.click(await screen.findByRole('checkbox', { name: 'Primary raise' }, PATIENCE));
    await expectTokens(await tokensOf(desk, 'listTokens', { primary_raise: true }));
    await user.click(screen.getByRole('checkbox', { name: 'Secondary trading' }));
    await expectTokens(await tokensOf(desk, 'listTokens', { primary_raise: false }));
    expect(address()).toBe('/tokens?primary_raise=false');
    await user.click(screen.getByRole('link', { name: 'Closed' }));
    await expectTokens(await tokensOf(desk, 'listTokens', { primary_raise: false, closed: true }));
  });

  test('offers the categories, which only a search carries, and keeps to active tokens', async () => {
    const user = await renderDesk('/tokens');
    const active = await tokensOf(desk, 'listTokens');
    await expectTokens(active);
    await openPanel(user, 'Category');
    await user.click(await screen.findByRole('checkbox', { name: /^Corporate Bond/ }, PATIENCE));
    const ids = new Set(active.map(({ _id }) => _id));
    const bonds = (await tokensOf(desk, 'searchTokens')).filter(
      ({ _id, investment_category }) => ids.has(_id) && investment_category === 'Corporate Bond',
    );
    await expectTokens(bonds);
    expect(address()).toBe('/tokens?investment_category=Corporate+Bond');
    // The search counts closed tokens among the active ones; the list doesn't.
    const count = `${bonds.length} of ${active.length} active tokens.`;
    expect(await screen.findByText(count, {}, PATIENCE)).toBeVisible();
    const choice = screen.getByRole('checkbox', { name: /^Corporate Bond/ }).closest('label');
    expect(choice).toHaveTextContent(new RegExp(`${bonds.length}$`));
  });

  test('sorts every loaded token by a header', async () => {
    const user = await renderDesk('/tokens');
    const tokens = await tokensOf(desk, 'listTokens');
    await expectAll(tokens.length, 'active tokens');
    await user.click(screen.getByRole('button', { name: 'Interest' }));
    const places = new Map(tokens.map((token, place) => [token, place]));
    await expectTokens(
      tokens.toSorted((a, b) => a.interest - b.interest || (places.get(a) ?? 0) - (places.get(b) ?? 0)),
    );
    expect(address()).toBe('/tokens?sort=interest');
  });

  test('tells no results from no tokens', async () => {
    const user = await renderDesk('/tokens?name=no+such+token');
    expect(await screen.findByText('No matching tokens', {}, PATIENCE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await expectTokens(await tokensOf(desk, 'listTokens'));
  });

  test('is on its way at first, and empty only where the service says so', async () => {
    const letGo = hold(desk, LIST);
    const user = await renderDesk('/tokens');
    expect(await screen.findByRole('region', { name: 'Tokens' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText(/No active tokens|No matching/)).toBeNull();
    letGo();
    const tokens = await tokensOf(desk, 'listTokens');
    await expectAll(tokens.length, 'active tokens');
    const end = desk.fault(LIST, noTokens);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('No active tokens', {}, PATIENCE)).toBeVisible();
    end();
    await user.click(screen.getByText('Refresh'));
    await expectTokens(tokens);
  });

  test('says why it could not be loaded, and tries again', async () => {
    const end = desk.fault(LIST, refuse);
    const user = await renderDesk('/tokens');
    const alert = await screen.findByRole('alert', {}, LONG);
    expect(alert).toHaveTextContent(/The active tokens could not be loaded.*Not now/);
    end();
    const letGo = hold(desk, LIST);
    const retry = within(alert).getByRole('button', { name: 'Retry' });
    await user.click(retry);
    await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'true'));
    expect(retry).toHaveFocus();
    letGo();
    await expectTokens(await tokensOf(desk, 'listTokens'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('whose search fails says so, and shows no rows of before', async () => {
    const user = await renderDesk('/tokens');
    await expectTokens(await tokensOf(desk, 'listTokens'));
    const end = desk.fault(/token\/search/, refuse);
    await user.type(searchBox(), 'bond');
    expect(await screen.findByRole('alert', {}, LONG)).toHaveTextContent('The tokens could not be loaded');
    expect(rowsShown()).toHaveLength(0);
    end();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expectTokens(await tokensOf(desk, 'searchTokens', { name: 'bond' }));
  });

  test('says PARTIAL while a page is missing', async () => {
    desk.fault(/tokens\?page=2/, () => Response.json({ status: 'error', message: 'No' }, { status: 403 }));
    await renderDesk('/tokens');
    expect(await screen.findByText('PARTIAL', {}, LONG)).toBeVisible();
    expect(screen.getByText(/1 page could not be loaded/)).toBeVisible();
  });

  test('says that paging is not confirmed where the service takes no page size', async () => {
    desk.fault(LIST, async (_request, pass) => {
      const body = (await (await pass()).json()) as { data: Token };
      body.data.tokens = body.data.tokens.slice(0, 10);
      return Response.json(body);
    });
    await renderDesk('/tokens');
    expect(await screen.findByText(/Paging not confirmed/, {}, LONG)).toBeVisible();
    expect(rowsShown()).toHaveLength(10);
  });

  test('is a list of cards on a phone', async () => {
    const media = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (media) => ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as never,
      );
    const user = await renderDesk('/tokens');
    const list = await screen.findByRole('region', { name: 'Tokens' });
    await waitFor(() => expect(within(list).getAllByRole('listitem').length).toBeGreaterThan(5), PATIENCE);
    expect(screen.queryByRole('table')).toBeNull();

    // Cards have no headers to press: a list of orders takes their place.
    const names = () =>
      within(list)
        .getAllByRole('link')
        .map(({ ariaLabel }) => ariaLabel?.toLowerCase() ?? '');
    await expectAll((await tokensOf(desk, 'listTokens')).length, 'active tokens');
    const before = names();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Token, descending');
    await waitFor(() => expect(names()).not.toEqual(before), PATIENCE);
    expect(names()).toEqual(
      names()
        .toSorted(new Intl.Collator('en', { numeric: true }).compare)
        .reverse(),
    );
    expect(address()).toBe('/tokens?sort=-name');
    media.mockRestore();
  });
});
