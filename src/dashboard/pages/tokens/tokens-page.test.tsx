import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(async () => {
  localStorage.clear();
  await desk.signIn();
});

// biome-ignore lint/suspicious/noExplicitAny: what the service answers is read as it comes.
type Token = Record<string, any>;

const tokensOf = async (name: 'listTokens' | 'searchTokens', query = {}): Promise<Token[]> =>
  (await desk.gateway.service.call(name, { query: { page: 1, limit: 25, ...query } })).body.data.tokens;

async function allTokens(): Promise<Token[]> {
  const pages = await Promise.all([1, 2, 3].map((page) => tokensOf('searchTokens', { page, limit: 100 })));
  return pages.flat();
}

async function expectTokens(tokens: readonly Token[]): Promise<void> {
  await waitFor(() => {
    expect(rowsShown().map(({ textContent }) => textContent)).toEqual(
      tokens.map(({ symbol }) => expect.stringContaining(symbol)),
    );
  }, PATIENCE);
}

/** Presses a button whose panel is code of its own, once that code is there. */
async function openPanel(user: UserEvent, name: string): Promise<void> {
  const button = screen.getByRole('button', { name });
  await user.hover(button);
  await vi.dynamicImportSettled();
  await user.click(button);
}

const tokenRequests = () => desk.asked().filter((request) => /\/v1\/api\/token/.test(request));

describe('the list of tokens', () => {
  test('shows the active ones, says so, and asks for nothing else', async () => {
    await renderDesk('/tokens');
    const tokens = await tokensOf('listTokens');
    await expectTokens(tokens);
    expect(screen.getByText('Active tokens')).toBeVisible();
    expect(new Set(tokenRequests())).toEqual(new Set(['GET /v1/api/tokens?page=1&limit=25']));
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
    await expectTokens(await tokensOf('listTokens'));
    await user.type(screen.getByRole('searchbox', { name: 'Search tokens by name' }), 'bond');
    await expectTokens(await tokensOf('searchTokens', { name: 'bond' }));
    expect(screen.getByText('Search results')).toBeVisible();
    expect(address()).toBe('/tokens?name=bond');
    expect(screen.getByRole('columnheader', { name: 'Category' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filter' }));
    await expectTokens(await tokensOf('listTokens'));
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
    await expectTokens(await tokensOf(name, query));
  });

  test('says which filter has no effect on a search, and takes it off', async () => {
    const user = await renderDesk('/tokens?name=bond&primary_raise=true');
    await expectTokens(await tokensOf('searchTokens', { name: 'bond' }));
    expect(screen.getByText('Market: without effect on a search')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Take off' }));
    await waitFor(() => expect(address()).toBe('/tokens?name=bond'));
  });

  test('chooses filters by their chips', async () => {
    const user = await renderDesk('/tokens');
    await expectTokens(await tokensOf('listTokens'));
    await openPanel(user, 'Market');
    await user.click(await screen.findByRole('checkbox', { name: 'Primary raise' }, PATIENCE));
    await expectTokens(await tokensOf('listTokens', { primary_raise: true }));
    await user.click(screen.getByRole('checkbox', { name: 'Secondaries' }));
    await expectTokens(await tokensOf('listTokens', { primary_raise: false }));
    expect(address()).toBe('/tokens?primary_raise=false');
  });

  test('tells no results from no tokens', async () => {
    const user = await renderDesk('/tokens?name=no+such+token');
    expect(await screen.findByText('No token meets all of this', {}, PATIENCE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await expectTokens(await tokensOf('listTokens'));
  });

  test('says that there is no such page', async () => {
    await renderDesk('/tokens?page=999');
    expect(await screen.findByText('There is no page 999', {}, PATIENCE)).toBeVisible();
  });

  test('says why it could not be loaded, and tries again', async () => {
    const end = desk.fault(/\/v1\/api\/tokens/, () =>
      Response.json({ status: 'error', message: 'No' }, { status: 403 }),
    );
    const user = await renderDesk('/tokens');
    expect(await screen.findByText('The tokens could not be loaded', {}, PATIENCE)).toBeVisible();
    end();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expectTokens(await tokensOf('listTokens'));
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

describe('all tokens', () => {
  test('are screened by ranges, values and text together, as a plain filter would', async () => {
    await renderDesk(
      '/tokens?view=all&investment_category=Corporate+Bond&price.sell=100..&change=-6..6&sort=-change',
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
    await screen.findByText(`${expected.length} of ${all.length} tokens`, {}, PATIENCE);
    await expectTokens(expected);
  });

  test('are narrowed by a range that is typed, which becomes the address', async () => {
    const user = await renderDesk('/tokens?view=all&currency=USD');
    await screen.findByText(/meet this screen/, {}, PATIENCE);
    await openPanel(user, 'Range');
    await user.selectOptions(await screen.findByLabelText('Figure', {}, PATIENCE), 'interest');
    await user.type(screen.getByLabelText('At least'), 'ten');
    expect(screen.getByRole('alert')).toHaveTextContent('Write a figure');
    await user.clear(screen.getByLabelText('At least'));
    await user.type(screen.getByLabelText('At least'), '10');
    await user.type(screen.getByLabelText('At most'), '20');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    const all = await allTokens();
    const expected = all.filter(
      (token) => token.currency === 'USD' && token.interest >= 10 && token.interest <= 20,
    );
    await expectTokens(expected);
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      view: 'all',
      currency: 'USD',
      interest: '10..20',
    });
    await user.click(screen.getByRole('button', { name: 'Clear Interest' }));
    await waitFor(() => expect(address()).toBe('/tokens?view=all&currency=USD'));
  });

  test('are kept as a screen under a name, which opens it again', async () => {
    const user = await renderDesk('/tokens?view=all&currency=KES&interest=20..&sort=-interest');
    await screen.findByText(/meet this screen/, {}, PATIENCE);
    await openPanel(user, 'Screens');
    await user.type(await screen.findByLabelText('Save this screen as', {}, PATIENCE), 'High in shillings');
    await user.click(screen.getByRole('button', { name: 'Save 2 conditions' }));
    const link = await screen.findByRole('link', { name: 'High in shillings' });
    const href = new URL(link.getAttribute('href') ?? '', location.origin);
    expect(Object.fromEntries(href.searchParams)).toEqual({
      view: 'all',
      currency: 'KES',
      interest: '20..',
      sort: '-interest',
    });
    await user.click(screen.getByRole('button', { name: 'Remove the screen High in shillings' }));
    expect(screen.queryByRole('link', { name: 'High in shillings' })).toBeNull();
  });

  test('that meet no screen are told from those that are not there', async () => {
    const user = await renderDesk('/tokens?view=all&interest=1000000..');
    expect(await screen.findByText('No token meets this screen', {}, PATIENCE)).toBeVisible();
    expect(await screen.findByText(/Every token was looked at/, {}, PATIENCE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/tokens?view=all'));
  });

  test('say PARTIAL while a page is missing', async () => {
    desk.fault(/token\/search\?page=2/, () =>
      Response.json({ status: 'error', message: 'No' }, { status: 403 }),
    );
    await renderDesk('/tokens?view=all');
    expect(await screen.findByText('PARTIAL', {}, PATIENCE)).toBeVisible();
    expect(screen.getByText(/1 page could not be loaded/)).toBeVisible();
  });
});

describe('the watchlist', () => {
  test('holds what was starred, with the change since, and outlives a reload', async () => {
    const user = await renderDesk('/tokens');
    const [first, second] = await tokensOf('listTokens');
    await expectTokens(await tokensOf('listTokens'));
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

  test('that is empty says how to fill it; one with nonsense in it is empty', async () => {
    localStorage.setItem('pledge-watchlist', '[["x",[{"id":1}]],5,{"a":1}]');
    await renderDesk('/tokens?view=watchlist');
    expect(await screen.findByText('You watch no tokens yet')).toBeVisible();
  });
});

describe('a hostile token', () => {
  test('harms nothing, wherever it stands', async () => {
    const { pool } = desk.gateway.service.database;
    const [victim] = await tokensOf('listTokens');
    const before = await pool.query('select name, symbol, image from service.token where id = $1', [
      victim?._id,
    ]);
    const name = `<img src=x onerror="window.harmed=1">\u202Egnp.exe ${'W'.repeat(10_000)}`;
    await pool.query('update service.token set name = $2, symbol = $3, image = $4 where id = $1', [
      victim?._id,
      name,
      '"><script>window.harmed=1</script>',
      'javascript:window.harmed=1',
    ]);
    for (const path of [
      '/tokens',
      '/tokens?view=all',
      `/tokens/${victim?._id}`,
      `/tokens/compare?ids=${victim?._id}`,
    ]) {
      await renderDesk(path);
      const main = (await screen.findAllByRole('main')).at(-1) as HTMLElement;
      await waitFor(() => expect(main.textContent).toContain('<img src=x onerror='), PATIENCE);
      expect(main.querySelector('script, img[src^="javascript" i], img[src="x"], [onerror]')).toBeNull();
      expect(document.title).not.toContain('\u202E');
      const shown = [...main.querySelectorAll('bdi, h1, a, button')];
      for (const element of shown) {
        expect(element.textContent?.length).toBeLessThan(1_000);
        expect(element.textContent).not.toContain('\u202E');
      }
      expect(window).not.toHaveProperty('harmed');
      document.body.replaceChildren();
    }
    const { rows } = before;
    await pool.query('update service.token set name = $2, symbol = $3, image = $4 where id = $1', [
      victim?._id,
      rows[0]?.name,
      rows[0]?.symbol,
      rows[0]?.image,
    ]);
  });

  test('without any fields still has its row, its dashes with reasons', async () => {
    desk.fault(/\/v1\/api\/tokens/, async (_request, pass) => {
      const body = (await (await pass()).json()) as { data: Token };
      body.data.tokens[0] = { _id: 'bare', price: null, investment_type: 7 };
      return Response.json(body);
    });
    await renderDesk('/tokens');
    await waitFor(() => expect(rowsShown()).toHaveLength(25), PATIENCE);
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent('bare'), PATIENCE);
    expect(rowsShown()[0]).toHaveTextContent('The service did not return this: Sell price.');
    expect(rowsShown()[0]).not.toHaveTextContent(/NaN|undefined|null/);
  });
});
