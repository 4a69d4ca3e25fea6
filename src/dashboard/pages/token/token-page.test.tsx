import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { browserAs, sendJson } from '#tests/support/approvals.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { loansOf, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
beforeEach(async () => {
  localStorage.clear();
  await desk.signIn();
});

// biome-ignore lint/suspicious/noExplicitAny: what the service answers is read as it comes.
type Token = Record<string, any>;

async function tokenWhere(condition: string): Promise<Token> {
  const { rows } = await desk.gateway.service.database.pool.query(
    `select id from service.token
     where organisation_id = (select id from service.organisation where name = 'Crestline') and ${condition}
     order by created_at desc limit 1`,
  );
  return (await desk.gateway.service.call('getToken', { params: { tokenId: rows[0].id } })).body.data;
}

const panel = async (name: string) => await screen.findByRole('region', { name }, PATIENCE);

describe('a token', () => {
  test('leads with prices, yield, term and raise', async () => {
    const token = await tokenWhere(`not exited and not cancelled and currency = 'NGN' and tenor > 1`);
    await renderDesk(`/tokens/${token._id}`);
    expect(await screen.findByRole('heading', { level: 1, name: token.name }, PATIENCE)).toBeVisible();
    const said = (label: string) =>
      screen.getAllByRole('term').find(({ textContent }) => textContent === label)?.nextElementSibling;
    expect(said('Exchange price')).toHaveTextContent(/NGN.*since the previous price$/);
    expect(said('Sell price')).toHaveTextContent(/NGN.*Spread .*% of mid\)$/);
    expect(said('Interest')).toHaveTextContent(`${token.interest}% p.a.`);
    expect(said('Tenor')).toHaveTextContent(`${token.tenor} months`);
    expect(said('Raise progress')).toHaveTextContent(/%$/);
    expect(screen.getByText('All fields').closest('details')).not.toHaveAttribute('open');
  });

  test('shows every field that the service gives, in its group, once they are unfolded', async () => {
    const token = await tokenWhere('not exited and not cancelled');
    const user = await renderDesk(`/tokens/${token._id}`);
    expect(await screen.findByRole('heading', { level: 1, name: token.name }, PATIENCE)).toBeVisible();
    expect(document.title).toBe(`${token.name} · Pledge`);
    await user.click(screen.getByText('All fields'));
    for (const name of ['Limits', 'Raise', 'Terms', 'Fees', 'Supply', 'Access', 'Dates', 'Identity']) {
      expect((await screen.findAllByRole('region', { name }, PATIENCE)).at(-1)).toBeVisible();
    }
    expect(await panel('Terms')).toHaveTextContent(`Category${token.investment_category}`);
    expect(await panel('Fees')).toHaveTextContent(`Buy fee${token.buy_fee}`);
    expect(screen.getByText('Raw JSON')).toBeVisible();
  });

  test('says what a unit lends under the terms: the sell price by the ratio', async () => {
    const { body } = await desk.gateway.service.call('getLoanConfiguration');
    const { collateral_ratio: ratio, investment_categories: categories } = body.data;
    const token = await tokenWhere(
      `not exited and not cancelled and currency = 'NGN' and investment_category = '${categories[0]}'`,
    );
    await renderDesk(`/tokens/${token._id}`);
    const pledge = await panel('As collateral');
    await waitFor(() => expect(pledge).toHaveTextContent('Eligible'), PATIENCE);
    const lends = ratio <= 1 ? token.price.sell * ratio : token.price.sell / ratio;
    const text = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 8 });
    expect(pledge).toHaveTextContent(`Max. loan per unit${text.format(Number(lends.toFixed(8)))}NGN`);
  });

  test('leads to the loans that have it as collateral, where there is one', async () => {
    const loan = (await loansOf(desk, 1, 100)).find(({ status }) => status === 'ACTIVE');
    const pledged = await tokenWhere(`not exited and not cancelled and currency = 'NGN'`);
    const other = await tokenWhere(`not exited and id <> '${pledged._id}'`);
    const line = { tokenId: pledged._id, name: pledged.name, quantity: '2', price: null };
    const { status } = await sendJson(
      await browserAs(desk.gateway, 'creditor'),
      'PUT',
      `/desk/collateral/${loan?.id}`,
      { version: 0, lines: [line] },
    );
    expect(status).toBe(200);
    const user = await renderDesk(`/tokens/${pledged._id}`);
    const link = await screen.findByRole('link', { name: 'View open loans with this collateral' }, PATIENCE);
    expect(await panel('As collateral')).toContainElement(link);
    await user.click(link);
    expect(await screen.findByRole('heading', { level: 1, name: 'Cover' }, PATIENCE)).toBeVisible();
    await waitFor(() => expect(rowsShown()).toHaveLength(1), PATIENCE);
    cleanup();
    await renderDesk(`/tokens/${other._id}`);
    await waitFor(async () => expect(await panel('As collateral')).toHaveTextContent(/eligible|Unknown/i));
    expect(screen.queryByRole('link', { name: /View open loans/ })).toBeNull();
  });

  test('doesn’t say that a unit lends nothing where it lends next to nothing', async () => {
    const { body } = await desk.gateway.service.call('getLoanConfiguration');
    const token = await tokenWhere(
      `not exited and not cancelled and currency = 'NGN' and investment_category = '${body.data.investment_categories[0]}'`,
    );
    desk.fault(/token\/[^/]+$/, async (_request, pass) => {
      const answer = await (await pass()).json();
      answer.data.price.sell = 1e-9;
      return Response.json(answer);
    });
    await renderDesk(`/tokens/${token._id}`);
    const pledge = await panel('As collateral');
    await waitFor(() => expect(pledge).toHaveTextContent('Max. loan per unit<0.00000001 NGN'), PATIENCE);
  });

  test('says of a token with a negative price that nothing is known of it', async () => {
    const { body } = await desk.gateway.service.call('getLoanConfiguration');
    const token = await tokenWhere(
      `not exited and not cancelled and currency = 'NGN' and investment_category = '${body.data.investment_categories[0]}'`,
    );
    desk.fault(/token\/[^/]+$/, async (_request, pass) => {
      const answer = await (await pass()).json();
      answer.data.price.sell = -5;
      return Response.json(answer);
    });
    await renderDesk(`/tokens/${token._id}`);
    const pledge = await panel('As collateral');
    await waitFor(
      () => expect(pledge).toHaveTextContent('loan per unit is unknown: its sell price is negative.'),
      PATIENCE,
    );
  });

  test('says what that rests on in the reader’s language', async () => {
    await changeSettings({ language: 'de' });
    onTestFinished(() => void changeSettings(DEFAULT_SETTINGS));
    const { body } = await desk.gateway.service.call('getLoanConfiguration');
    const token = await tokenWhere(
      `not exited and not cancelled and currency = 'NGN' and investment_category = '${body.data.investment_categories[0]}'`,
    );
    const change = (data: Token) => ({ ...data, price: { ...data.price, sell: 1.234 } });
    desk.fault(/token\/[^/]+$/, async (_request, pass) => {
      const answer = await (await pass()).json();
      return Response.json({ ...answer, data: change(answer.data) });
    });
    const user = await renderDesk(`/tokens/${token._id}`);
    const pledge = await panel('As collateral');
    const how = await within(pledge).findByRole('button', { name: /^How/ }, PATIENCE);
    // Its panel comes when a press is near.
    await user.hover(how);
    await act(async () => void (await import('#dashboard/ui/popover.tsx')));
    await user.click(how);
    expect(await screen.findByText('1,234 NGN')).toBeVisible();
    expect(screen.queryByText('1.234 NGN')).toBeNull();
  });

  test('that has exited is not eligible, and says why', async () => {
    const token = await tokenWhere('exited');
    await renderDesk(`/tokens/${token._id}`);
    const pledge = await panel('As collateral');
    await waitFor(() => expect(pledge).toHaveTextContent('has exited'), PATIENCE);
    expect(pledge).toHaveTextContent('Not eligible');
  });

  test('is shown though the terms can’t be had', async () => {
    desk.fault(/loan-configuration/, () =>
      Response.json({ status: 'error', message: 'No' }, { status: 403 }),
    );
    const token = await tokenWhere('not exited');
    await renderDesk(`/tokens/${token._id}`);
    await waitFor(
      async () =>
        expect(await panel('As collateral')).toHaveTextContent('The lending terms could not be loaded'),
      PATIENCE,
    );
  });

  test('of which no figure is known is not known, never 0', async () => {
    desk.fault(/\/v1\/api\/token\/bare/, () =>
      Response.json({ status: 'success', message: '', data: { _id: 'bare', currency: 'NGN', price: {} } }),
    );
    const user = await renderDesk('/tokens/bare');
    expect(await screen.findByRole('heading', { level: 1, name: 'bare' }, PATIENCE)).toBeVisible();
    await waitFor(
      async () => expect(await panel('As collateral')).toHaveTextContent('Eligibility is unknown'),
      PATIENCE,
    );
    expect(screen.getByRole('main')).not.toHaveTextContent(/NaN|undefined|Invalid/);
    await user.click(screen.getByText('All fields'));
    expect(await panel('Fees')).toHaveTextContent('Buy fee: not returned.');
  });

  test('without a price could not be read, which the page says', async () => {
    desk.fault(/\/v1\/api\/token\/bare/, () =>
      Response.json({ status: 'success', message: '', data: { _id: 'bare', currency: 'NGN' } }),
    );
    await renderDesk('/tokens/bare');
    expect(await screen.findByText('The token could not be loaded', {}, PATIENCE)).toBeVisible();
  });

  test('that does not exist is told from one that could not be loaded', async () => {
    await renderDesk('/tokens/no-such-token');
    expect(await screen.findByText('Token not found', {}, PATIENCE)).toBeVisible();
  });

  test('that could not be loaded is loaded by Retry', async () => {
    const token = await tokenWhere('not exited');
    const end = desk.fault(/\/v1\/api\/token\//, () =>
      Response.json({ status: 'error', message: 'No' }, { status: 403 }),
    );
    const user = await renderDesk(`/tokens/${token._id}`);
    await screen.findByText('The token could not be loaded', {}, PATIENCE);
    end();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: token.name }, PATIENCE)).toBeVisible();
  });

  test('on its way is said to be', async () => {
    const token = await tokenWhere('not exited');
    const letGo = hold(desk, /\/v1\/api\/token\//);
    await renderDesk(`/tokens/${token._id}`);
    expect(await screen.findByRole('status', { name: 'Loading the token' }, PATIENCE)).toBeVisible();
    letGo();
    expect(await screen.findByRole('heading', { level: 1, name: token.name }, PATIENCE)).toBeVisible();
  });

  test('that can’t be fetched anew stands as it was, with how old it is', async () => {
    const token = await tokenWhere('not exited');
    const user = await renderDesk(`/tokens/${token._id}`);
    await screen.findByRole('heading', { level: 1, name: token.name }, PATIENCE);
    const end = desk.fault(/\/v1\/api\/token\//, refuse);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent(/The token could not be refreshed\. Shown as of \d\d:\d\d/);
    expect(await panel('As collateral')).toBeVisible();
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), PATIENCE);
  });

  test('is starred with the price of that moment', async () => {
    const token = await tokenWhere('not exited');
    const user = await renderDesk(`/tokens/${token._id}`);
    const star = await screen.findByRole('button', { name: `Watch ${token.name}` }, PATIENCE);
    await user.click(star);
    await waitFor(
      async () => expect(await panel('Watchlist')).toHaveTextContent('moved by 0.00% since'),
      PATIENCE,
    );
    await user.click(star);
    await waitFor(async () => expect(await panel('Watchlist')).toHaveTextContent('Not watched'), PATIENCE);
  });
});
