import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { orderOf } from '#tests/support/orders.ts';
import { address, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(async () => {
  changeSettings(DEFAULT_SETTINGS);
  sessionStorage.clear();
  await desk.signIn();
});

const field = () => screen.findByRole('combobox', { name: 'Search or jump' }, PATIENCE);
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '');
const current = () => screen.getByRole('option', { selected: true });
const lookedUp = () => desk.asked().filter((request) => /\/(member|token|customers)/.test(request));

async function openJump(path = '/settings') {
  const user = await renderDesk(path);
  await screen.findByRole('heading', { level: 1 });
  desk.asked();
  await user.keyboard('{Control>}k{/Control}');
  await waitFor(async () => expect(await field()).toHaveFocus(), PATIENCE);
  return user;
}

async function firstMember() {
  const { body } = await desk.gateway.service.call('listMembers', { query: { page: 1, limit: 1 } });
  return body.data.members[0];
}

describe('by keyboard alone', () => {
  test('it opens, names what is chosen, goes to a page, and the heading gets the focus', async () => {
    const user = await openJump();
    // Every key is painted in the field before the list follows it.
    await waitFor(() => expect(current()).toHaveTextContent('Overview'), PATIENCE);
    expect((await field()).getAttribute('aria-activedescendant')).toBe(current().id);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(current()).toHaveTextContent('Terms'), PATIENCE);
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    await waitFor(() => expect(current()).toHaveTextContent('Sign out'), PATIENCE);
    await user.keyboard('ter');
    await waitFor(() => expect(options()[0]).toContain('Terms'), PATIENCE);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/loans/terms'));
    await waitFor(
      () => expect(screen.getByRole('heading', { level: 1, name: 'Terms' })).toHaveFocus(),
      PATIENCE,
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('Escape and its own key close it, and the focus goes back to where it was', async () => {
    const user = await renderDesk('/settings');
    const button = await screen.findByRole('button', { name: 'Search or jump' });
    await user.click(button);
    await field();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
    await user.keyboard('{Control>}k{/Control}');
    await field();
    await user.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('an action is done and said', async () => {
    const user = await openJump();
    await user.keyboard('dark{Enter}');
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a page is refreshed, also what is looked through list by list', async () => {
    const { _id, user: profile } = await firstMember();
    const user = await renderDesk(`/members/${_id}`);
    await screen.findByRole('button', { name: 'Refresh' }, PATIENCE);
    await screen.findAllByText(profile.fname, { exact: false }, PATIENCE);
    desk.fault(/\/v1\/api\/member\?/, async (_request, pass) => {
      const text = await (await pass()).text();
      return new Response(text.replaceAll(profile.fname, 'Renamed'), {
        headers: { 'content-type': 'application/json' },
      });
    });
    await user.keyboard('{Control>}k{/Control}');
    await waitFor(async () => expect(await field()).toHaveFocus(), PATIENCE);
    await user.keyboard('refresh{Enter}');
    await waitFor(
      () => expect(document.querySelector('h1')?.textContent).toBe(`Renamed ${profile.lname}`),
      PATIENCE,
    );
  });

  test('signing out leads to the sign-in', async () => {
    const user = await openJump();
    await user.keyboard('sign{Enter}');
    expect(await screen.findByRole('heading', { name: 'Sign in' }, PATIENCE)).toBeVisible();
    expect(address()).toBe('/');
  });

  test('a search without results says so, and what to try instead', async () => {
    const user = await openJump();
    await user.keyboard('qqq');
    expect(
      await screen.findByText('No results. Try a full ID or email address.', {}, PATIENCE),
    ).toBeVisible();
    expect(options()).toEqual([]);
    await user.keyboard('{Enter}{ArrowDown}');
    expect(address()).toBe('/settings');
  });

  test('a text that is not searched says what is, and not that there are no results', async () => {
    const user = await openJump();
    await user.keyboard('%');
    expect((await screen.findAllByText(/^Enter 2 to 100 letters or digits/, {}, PATIENCE))[0]).toBeVisible();
    expect(screen.queryByText(/No results/)).toBeNull();
    expect(lookedUp()).toEqual([]);
  });
});

describe('part of a name', () => {
  test('finds members, those first in whose name a word begins with it', async () => {
    const { body } = await desk.gateway.service.call('listMembers', { query: { page: 1, limit: 100 } });
    const names = body.data.members.map(
      ({ user }: { user: Record<string, string> }) => `${user.fname} ${user.lname}`,
    );
    const [whole] = names as string[];
    const user = await openJump();
    await user.keyboard(String(whole).slice(0, 4).toLowerCase());
    const first = String(whole).slice(0, 4);
    await waitFor(() => expect(options()[0]).toMatch(new RegExp(`^${first}`)), PATIENCE);
    await user.clear(await field());
    await user.keyboard(String(whole).split(' ')[1]?.slice(1, 5) ?? '');
    await waitFor(() => expect(options().some((text) => text.includes(String(whole)))).toBe(true), PATIENCE);
  });

  test('finds tokens by name and by symbol, and leads to them', async () => {
    const { body } = await desk.gateway.service.call('listTokens', { query: { limit: 1 } });
    const [token] = body.data.tokens;
    const user = await openJump();
    await user.keyboard(token.symbol.toLowerCase());
    const found = await screen.findByRole('option', { name: new RegExp(token.symbol) }, PATIENCE);
    await user.click(found);
    await waitFor(() => expect(address()).toMatch(/^\/tokens\/[0-9a-f]{24}$/), PATIENCE);
  });

  test('finds loans by their reason, which it shows with how they are doing', async () => {
    const { body } = await desk.gateway.service.call('listLoans', { query: { page: 1, limit: 1 } });
    const { reason } = body.data.docs[0];
    const user = await openJump('/loans');
    await user.paste(reason);
    const [found] = await screen.findAllByRole('option', { name: /^Loan / }, PATIENCE);
    expect(found).toHaveTextContent(new RegExp(`(Due|In grace|past grace|Repaid).* · ${reason}`));
    await user.clear(await field());
    await user.paste('Nobody');
    expect(await screen.findByText(/^No ID or reason matches in [\d,]+/, {}, PATIENCE)).toBeVisible();
  });

  test('finds customers among all of them, and says how many match', async () => {
    const { body } = await desk.gateway.service.call('listCustomers');
    const [customer] = body.data;
    const user = await openJump();
    await user.keyboard(customer.name);
    await screen.findAllByRole('option', { name: new RegExp(`^${customer.name}.*Customer`) }, PATIENCE);
    expect(await screen.findByText(/^(Found|\d+ match) in [\d,]+ customers/, {}, PATIENCE)).toBeVisible();
  });

  test('does not put what is found later in front of a page that is chosen', async () => {
    const user = await openJump();
    await user.keyboard('me');
    await waitFor(() => expect(current()).toHaveTextContent('Members'), PATIENCE);
    await screen.findByText(/in [\d,]+ customers/, {}, PATIENCE);
    expect(current()).toHaveTextContent('Members');
  });
});

describe('nine names of the demo, as people type them', () => {
  test('are found: members, tokens and customers, by the beginning or the middle of any of their words', async () => {
    const { call } = desk.gateway.service;
    const members = (await call('listMembers', { query: { page: 1, limit: 100 } })).body.data.members;
    const tokens = (await call('listTokens', { query: { limit: 100 } })).body.data.tokens;
    const customers = (await call('listCustomers')).body.data;
    const [one, two, three] = [members[3].user, members[40].user, members[77].user];
    const searches: [typed: string, found: RegExp][] = [
      [one.fname.toLowerCase(), new RegExp(`^${one.fname}`)],
      [two.lname.slice(0, 4), new RegExp(two.lname.slice(0, 4))],
      [`${three.lname.slice(0, 3)} ${three.fname.slice(0, 3)}`.toLowerCase(), new RegExp(three.lname)],
      [tokens[2].name.split(' ')[0].toLowerCase(), new RegExp(tokens[2].name.split(' ')[0])],
      [tokens[9].name.split(' ').at(-1), new RegExp(`${tokens[9].name.split(' ').at(-1)}.*Token`)],
      [tokens[5].symbol.toLowerCase(), new RegExp(tokens[5].symbol)],
      [customers[8].name.toUpperCase(), new RegExp(`^${customers[8].name}.*Customer`)],
      [customers[500].name.split(' ')[1].slice(0, 5), /Customer/],
      [customers[20]._id.email.split('@')[0], new RegExp(`^${customers[20].name}.*Customer`)],
    ];
    const user = await openJump();
    for (const [typed, found] of searches) {
      await user.clear(await field());
      await user.paste(typed);
      await waitFor(
        () =>
          expect(
            options().some((text) => found.test(text)),
            typed,
          ).toBe(true),
        PATIENCE,
      );
    }
  });

  test('a token that is loaded is found without its accents, and its words in any order', async () => {
    const user = await openJump('/tokens');
    for (const typed of ['energie', 'senegal soleil']) {
      await user.clear(await field());
      await user.paste(typed);
      await screen.findByRole('option', { name: /^Énergie “Soleil” du Sénégal/ }, PATIENCE);
    }
  });

  test('a part of an ID finds a member, and says that orders need a whole one', async () => {
    const { _id, user: profile } = await firstMember();
    const user = await openJump();
    await user.paste(_id.slice(6, 14));
    await screen.findByRole('option', { name: new RegExp(`^${profile.fname}`) }, PATIENCE);
    expect(
      screen.getByText('Not searched. Orders, runs and requests can be found by a full ID only.'),
    ).toBeVisible();
    await user.clear(await field());
    await user.paste('someone@');
    expect(
      await screen.findByText(
        'Not searched. Members can be found by a full email address only.',
        {},
        PATIENCE,
      ),
    ).toBeVisible();
  });
});

describe('the id of an order', () => {
  test('leads to its history and, for those who may, to the dialog that cancels it', async () => {
    const order = await orderOf(desk.gateway.service.database.pool, {});
    const user = await openJump();
    await user.paste(order.id);
    expect(await screen.findByRole('option', { name: /^Cancel order/ }, PATIENCE)).toBeVisible();
    await user.click(screen.getByRole('option', { name: /^Cancel order/ }));
    await waitFor(() => expect(address()).toBe(`/orders/cancel?by=one&order=${order.id}`), PATIENCE);
    expect(await screen.findByLabelText('Order ID', {}, PATIENCE)).toHaveValue(order.id);
  });
});

describe('an id or an email address', () => {
  test('of a member is found by user id, and leads to the member’s loans', async () => {
    const { user: profile } = await firstMember();
    const user = await openJump();
    await user.paste(profile._id);
    const name = `${profile.fname} ${profile.lname}`;
    const found = await screen.findByRole('option', { name: new RegExp(`^${name}`) }, PATIENCE);
    expect(found).toHaveTextContent('Member');
    expect(options()[1]).toMatch(new RegExp(`^Loans to ${name}`));
    await waitFor(
      () => expect(screen.getByRole('status')).toHaveTextContent(/^3 results\. .*Members: Found in/),
      PATIENCE,
    );
    expect(lookedUp().sort()).toEqual([
      'GET /v1/api/member?page=1&limit=100',
      `GET /v1/api/token/${profile._id}`,
    ]);
    expect(screen.getByText('No matching token.')).toBeVisible();
  });

  test('of a token is found, with its name and symbol, and leads to it', async () => {
    const { body } = await desk.gateway.service.call('listTokens', { query: { limit: 1 } });
    const [token] = body.data.tokens;
    const user = await openJump();
    await user.paste(token._id);
    const found = await screen.findByRole('option', { name: new RegExp(`^${token.name}`) }, PATIENCE);
    expect(found).toHaveTextContent(token.symbol);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe(`/tokens/${token._id}`), PATIENCE);
  });

  test('of a customer is found with the number of trades, and leads to their page', async () => {
    const { body } = await desk.gateway.service.call('listCustomers');
    const [customer] = body.data;
    const user = await openJump();
    await user.paste(customer._id.email);
    const found = await screen.findByRole('option', { name: /trades?/ }, PATIENCE);
    expect(found).toHaveTextContent(new RegExp(`\\b${customer.total_trades} trade`));
    await user.click(found);
    // No e-mail address is in the browser's address.
    await waitFor(() => expect(address()).toMatch(/^\/customers\/[\w-]{16}$/), PATIENCE);
    expect(await screen.findByText(customer._id.email, {}, PATIENCE)).toBeVisible();
  });

  test('that is unknown can be searched for among all loans, at its own address', async () => {
    const user = await openJump();
    await user.paste('64af0c0ffee0c0ffee0c0ffe');
    expect(await screen.findByText('No matching token.', {}, PATIENCE)).toBeVisible();
    expect(current()).toHaveTextContent('Search all loans for 64af0c…0c0ffe');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/loans/64af0c0ffee0c0ffee0c0ffe'));
  });

  test('that can’t be looked up in one place says why, and can be looked up again', async () => {
    const mend = desk.fault(/\/v1\/api\/member/, () => Promise.reject(new TypeError('Failed to fetch')));
    const user = await openJump();
    await user.paste((await firstMember()).user._id);
    expect(await screen.findByText(/^Pledge can’t be reached/, {}, PATIENCE)).toBeVisible();
    mend();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^Found in/, {}, PATIENCE)).toBeVisible();
  });
});

test('records that were opened are offered again, to the same holder alone', async () => {
  await renderDesk('/loans/64af0c0ffee0c0ffee0c0ffe?at=2026-01-01T00:00:00.000Z');
  await screen.findByRole('heading', { level: 1 }, PATIENCE);
  const { records } = JSON.parse(sessionStorage.getItem('pledge-recent') ?? '{}');
  expect(records).toHaveLength(1);
  sessionStorage.setItem('pledge-recent', JSON.stringify({ holder: 'somebody else', records }));
  const { recentRecords } = await import('./recent.ts');
  expect(recentRecords('me')).toEqual([]);
  expect(recentRecords('somebody else')).toHaveLength(1);
});

test.each([
  '',
  '{',
  'null',
  '{"holder":"me","records":[{"address":"//evil.example","title":"x"},{"address":1},null]}',
])('recent records that make no sense are none: %s', async (text) => {
  sessionStorage.setItem('pledge-recent', text);
  const { recentRecords } = await import('./recent.ts');
  expect(recentRecords('me')).toEqual([]);
});
