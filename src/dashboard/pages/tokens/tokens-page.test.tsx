import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';
import { expectTokens, openPanel, type Token, tokensOf } from '#tests/support/tokens.ts';

const desk = deskOfFile();
beforeEach(async () => {
  localStorage.clear();
  await desk.signIn();
});

describe('the list of tokens', () => {
  test('shows the active ones, says so, and asks for nothing else', async () => {
    await renderDesk('/tokens');
    const tokens = await tokensOf(desk, 'listTokens');
    await expectTokens(tokens);
    expect(screen.getByText('Active tokens')).toBeVisible();
    // A set: on a busy machine, the second mounting of StrictMode asks again for what the first took back.
    expect(new Set(desk.asked())).toEqual(new Set(['GET /session', 'GET /v1/api/tokens?page=1&limit=25']));
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

  test('moves to the search as a name is typed, and back', async () => {
    const user = await renderDesk('/tokens');
    await expectTokens(await tokensOf(desk, 'listTokens'));
    await user.type(screen.getByRole('searchbox', { name: 'Search tokens by name' }), 'bond');
    await expectTokens(await tokensOf(desk, 'searchTokens', { name: 'bond' }));
    expect(screen.getByText('Search results')).toBeVisible();
    expect(address()).toBe('/tokens?name=bond');
    expect(screen.getByRole('columnheader', { name: 'Category' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filter' }));
    await expectTokens(await tokensOf(desk, 'listTokens'));
    expect(address()).toBe('/tokens');
    expect(screen.getByRole('searchbox', { name: 'Search tokens by name' })).toHaveValue('');
  });

  test.each([
    ['private=true', 'listTokens', { private: true }],
    [
      'investment_type=debt&primary_raise=false',
      'listTokens',
      { investment_type: 'debt', primary_raise: false },
    ],
    ['exited=true', 'listTokens', { exited: true }],
    ['closed=true', 'listTokens', { closed: true }],
    ['completed_raise=false', 'searchTokens', { completed_raise: false }],
    ['symbol=bd1&exited=false', 'searchTokens', { symbol: 'bd1', exited: false }],
    ['private=nonsense&page=-1&sort=nothing&view=other', 'listTokens', {}],
  ] as const)('at %s shows what the service gives for it', async (search, name, query) => {
    await renderDesk(`/tokens?${search}`);
    await expectTokens(await tokensOf(desk, name, query));
  });

  test('says which filter has no effect on a search, and takes it off', async () => {
    const user = await renderDesk('/tokens?name=bond&primary_raise=true');
    await expectTokens(await tokensOf(desk, 'searchTokens', { name: 'bond' }));
    expect(screen.getByText('Market: without effect on a search')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Take off' }));
    await waitFor(() => expect(address()).toBe('/tokens?name=bond'));
  });

  test('chooses filters by their chips', async () => {
    const user = await renderDesk('/tokens');
    await expectTokens(await tokensOf(desk, 'listTokens'));
    await openPanel(user, 'Market');
    await user.click(await screen.findByRole('checkbox', { name: 'Primary raise' }, PATIENCE));
    await expectTokens(await tokensOf(desk, 'listTokens', { primary_raise: true }));
    await user.click(screen.getByRole('checkbox', { name: 'Secondaries' }));
    await expectTokens(await tokensOf(desk, 'listTokens', { primary_raise: false }));
    expect(address()).toBe('/tokens?primary_raise=false');
  });

  test('tells no results from no tokens', async () => {
    const user = await renderDesk('/tokens?name=no+such+token');
    expect(await screen.findByText('No token meets all of this', {}, PATIENCE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await expectTokens(await tokensOf(desk, 'listTokens'));
  });

  test('says that there is no such page', async () => {
    await renderDesk('/tokens?page=999');
    expect(await screen.findByText('There is no page 999', {}, PATIENCE)).toBeVisible();
  });

  test('is on its way at first, and empty only where the service says so', async () => {
    const letGo = hold(desk, /\/v1\/api\/tokens/);
    const user = await renderDesk('/tokens');
    expect(await screen.findByRole('region', { name: 'Tokens' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText(/no active tokens|No token/)).toBeNull();
    const end = desk.fault(/\/v1\/api\/tokens/, () => {
      const data = { page: 1, pages: 0, count: 0, total: 0, tokens: [] };
      return Response.json({ status: 'success', message: '', data });
    });
    letGo();
    await expectTokens(await tokensOf(desk, 'listTokens'));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('There are no active tokens', {}, PATIENCE)).toBeVisible();
    end();
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    await expectTokens(await tokensOf(desk, 'listTokens'));
  });

  test('keeps its rows where a refresh fails, says how old they are, and Retry clears it', async () => {
    const user = await renderDesk('/tokens');
    const tokens = await tokensOf(desk, 'listTokens');
    await expectTokens(tokens);
    const end = desk.fault(/\/v1\/api\/tokens/, refuse);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent(/The tokens could not be refreshed: these are as of \d\d:\d\d/);
    await expectTokens(tokens);
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), PATIENCE);
  });

  test('of which another page fails shows that, and never the rows of the page before, while Retry works', async () => {
    const user = await renderDesk('/tokens');
    await expectTokens(await tokensOf(desk, 'listTokens'));
    const end = desk.fault(/tokens\?page=2/, refuse);
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent('The tokens could not be loaded');
    end();
    const letGo = hold(desk, /tokens\?page=2/);
    const retry = within(alert).getByRole('button', { name: 'Retry' });
    await user.click(retry);
    await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'true'));
    expect(rowsShown()).toHaveLength(0);
    letGo();
    await expectTokens(await tokensOf(desk, 'listTokens', { page: 2 }));
  });

  test('says why it could not be loaded, and tries again', async () => {
    const end = desk.fault(/\/v1\/api\/tokens/, () =>
      Response.json({ status: 'error', message: 'No' }, { status: 403 }),
    );
    const user = await renderDesk('/tokens');
    expect(await screen.findByText('The tokens could not be loaded', {}, PATIENCE)).toBeVisible();
    end();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expectTokens(await tokensOf(desk, 'listTokens'));
  });

  test('says that paging is not confirmed where the service takes no page size', async () => {
    desk.fault(/\/v1\/api\/tokens/, async (_request, pass) => {
      const body = (await (await pass()).json()) as { data: Token };
      body.data.tokens = body.data.tokens.slice(0, 10);
      return Response.json(body);
    });
    await renderDesk('/tokens');
    expect(await screen.findByText('Paging not confirmed', {}, PATIENCE)).toBeVisible();
  });

  test('is a list of cards on a phone', async () => {
    const media = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (media) => ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as never,
      );
    await renderDesk('/tokens');
    const list = await screen.findByRole('region', { name: 'Tokens' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(25), PATIENCE);
    expect(screen.queryByRole('table')).toBeNull();
    media.mockRestore();
  });
});
