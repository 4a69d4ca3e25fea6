import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ListedLoan } from '#contract/loans.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { type Lending, lendingOf } from '#tests/support/lending.ts';
import { loansOf, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
let lending: Lending;
let loans: ListedLoan[];

beforeEach(async () => {
  await desk.signIn();
  await desk.gateway.service.database.pool.query('delete from desk.loan_collateral');
  lending = await lendingOf(desk.gateway.service, 'Crestline', 'NGN');
  loans = [...(await loansOf(desk, 1, 100)), ...(await loansOf(desk, 2, 100))].filter(
    ({ status }) => !['REPAID', 'LIQUIDATED', 'CANCELLED'].includes(status),
  );
});

/** Records collateral of a loan by hand that is worth so many times its amount. */
async function record(loan: ListedLoan, times: number, token = lending.tokens[0]): Promise<void> {
  if (!token) throw new Error('The demo has no such token');
  const { data } = await (await fetch('/session')).json();
  const quantity = ((loan.amount * times) / (token.cents / 100)).toFixed(4);
  const line = { tokenId: token.id, name: token.name, quantity, price: (token.cents / 100).toFixed(2) };
  const response = await fetch(`/desk/collateral/${loan.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-pledge-holder': data.session.holder },
    body: JSON.stringify({ lines: [line], version: 0 }),
  });
  expect(response.status).toBe(200);
}

describe('the cover of open loans', () => {
  test('is unknown by a token that has exited, which counts at its last price', async () => {
    const [token] = lending.tokens;
    const sql = (text: string) => desk.gateway.service.database.pool.query(text, [token?.id]);
    await record(loans.find(({ currency }) => currency === 'NGN') as ListedLoan, 4);
    onTestFinished(async () => void (await sql('update service.token set exited = false where id = $1')));
    await sql('update service.token set exited = true where id = $1');
    await renderDesk('/loans/cover?cover=unknown');
    const table = await screen.findByRole('region', { name: 'Cover' }, PATIENCE);
    const why = 'A token has exited or is cancelled, and counts at its last price.';
    expect((await within(table).findAllByTitle(why, {}, PATIENCE))[0]).toHaveTextContent('Unknown');
    expect(
      screen.getByText(/Tokens that have exited or are cancelled count at their last price\./),
    ).toBeVisible();
  });

  test('puts those past the limit first, and says of how many the collateral is known', async () => {
    const [covered, uncovered] = loans.filter(({ currency }) => currency === 'NGN');
    if (!covered || !uncovered) throw new Error('The demo has no such loans');
    await record(covered, 4);
    await record(uncovered, 1.1);
    await renderDesk('/loans/cover');
    const table = await screen.findByRole('region', { name: 'Cover' }, PATIENCE);
    expect(await within(table).findByText('Past the limit', {}, PATIENCE)).toBeVisible();
    const rows = [...table.querySelectorAll('tr[data-index]')].map((row) => row.textContent ?? '');
    expect(rows[0]).toContain('Past the limit');
    expect(rows[0]).toContain('Exceeded');
    expect(rows[0]).toContain('Recorded by hand');
    expect(rows[1]).toContain('Within the limit');
    // An amount of a quarter of the collateral: a loan-to-value of 25%.
    expect(rows[1]).toContain('25.00%');
    expect(rows[2]).toContain('Unknown');
    expect(rows[2]).toContain('Record by hand');
    const known = `Collateral is known for 2 of ${loans.length} open loans.`;
    expect(screen.getByText(known, { exact: false })).toBeVisible();
  });

  test('says that it is of some loans while others could not be loaded', async () => {
    desk.fault(/creditor\/credit\/loans\?.*page=2/, refuse);
    await renderDesk('/loans/cover');
    expect(
      await screen.findByText(/Collateral is known for 0 of \d+ open loans loaded so far\./, {}, PATIENCE),
    ).toBeVisible();
  });

  test('of a loan of nothing is within the limit, whatever its collateral is worth', async () => {
    const [token] = lending.tokens;
    const loan = loans.find(({ currency }) => currency === 'NGN') as ListedLoan;
    await record({ ...loan, amount: 1 }, 4);
    const end = desk.fault(/creditor\/credit\/loans/, async (_request, pass) => {
      const body = await (await pass()).json();
      for (const each of body.data.docs) if (each.id === loan.id) each.amount = 0;
      return Response.json(body);
    });
    onTestFinished(end);
    const worthless = desk.fault(/\/v1\/api\/token\//, async (_request, pass) => {
      const body = await (await pass()).json();
      if (body.data._id === token?.id) body.data.price.sell = 0;
      return Response.json(body);
    });
    onTestFinished(worthless);
    await renderDesk('/loans/cover?cover=within');
    const table = await screen.findByRole('region', { name: 'Cover' }, PATIENCE);
    await within(table).findByText('Within the limit', {}, PATIENCE);
    expect(table).not.toHaveTextContent('Exceeded');
    expect(rowsShown()[0]).toHaveTextContent('100.0%');
  });

  test('close to the limit is not said to have no fall left', async () => {
    const loan = loans.find(({ currency }) => currency === 'NGN') as ListedLoan;
    await record(loan, 1.0003 / 0.7);
    await renderDesk('/loans/cover?cover=within');
    const table = await screen.findByRole('region', { name: 'Cover' }, PATIENCE);
    await within(table).findByText('Within the limit', {}, PATIENCE);
    expect(rowsShown()[0]).toHaveTextContent('<0.1%');
  });

  test('counts collateral that is worth nothing as past the limit, and sorts it so', async () => {
    const [token, other] = lending.tokens;
    const sql = (text: string, ...values: unknown[]) =>
      desk.gateway.service.database.pool.query(text, [token?.id, ...values]);
    const [worthless, covered] = loans.filter(({ currency }) => currency === 'NGN');
    await record(worthless as ListedLoan, 4);
    await record(covered as ListedLoan, 4, other);
    const { rows: before } = await sql('select price from service.token where id = $1');
    onTestFinished(
      async () => void (await sql('update service.token set price = $2 where id = $1', before[0].price)),
    );
    await sql('update service.token set price = $2 where id = $1', { ...before[0].price, sell: 0 });
    await renderDesk('/loans/cover?sort=fall');
    const table = await screen.findByRole('region', { name: 'Cover' }, PATIENCE);
    await within(table).findByText('Exceeded', {}, PATIENCE);
    expect(rowsShown()[0]).toHaveTextContent('Exceeded');
  });

  test('is narrowed to those past the limit by its address', async () => {
    const uncovered = loans.find(({ currency }) => currency === 'NGN') as ListedLoan;
    await record(uncovered, 1.1);
    await renderDesk('/loans/cover?cover=past');
    const table = await screen.findByRole('region', { name: 'Cover' }, PATIENCE);
    await within(table).findByText('Past the limit', {}, PATIENCE);
    expect(table.querySelectorAll('tr[data-index]')).toHaveLength(1);
  });

  test('is narrowed to a borrower, to a token of the collateral, and to a fall in prices', async () => {
    const [near, far, gone] = loans.filter(({ currency }) => currency === 'NGN');
    const [token, other] = lending.tokens;
    if (!near || !far || !gone || !token || !other) throw new Error('The demo has no such loans');
    // The limit is 70%: 1.5 times the amount has 4.8% to fall, 4 times has 64%.
    await record(near, 1.5, token);
    await record(far, 4, other);
    await record(gone, 1.1, other);
    const shown = async (query: string, count: number) => {
      await renderDesk(`/loans/cover?${query}`);
      await screen.findByText(new RegExp(`^${count} of ${loans.length} open loans`), {}, PATIENCE);
      const links = [...document.querySelectorAll<HTMLAnchorElement>('tr[data-index] a[data-row-link]')];
      cleanup();
      return links.map(({ pathname }) => pathname.slice('/loans/'.length));
    };
    expect(await shown('fall=..0.2', 2)).toEqual([gone.id, near.id]);
    expect(await shown(new URLSearchParams({ token: other.name }).toString(), 2)).toEqual([gone.id, far.id]);
    expect(await shown(`token=${token.id}`, 1)).toEqual([near.id]);
    expect(await shown(`token=${other.id}&borrower=${far.borrower}&fall=0.5..`, 1)).toEqual([far.id]);
  });

  test('does not say that none is past the limit, and exports nothing, before prices are loaded', async () => {
    const uncovered = loans.find(({ currency }) => currency === 'NGN') as ListedLoan;
    await record(uncovered, 1.1);
    const release = hold(desk, /\/v1\/api\/token\//);
    await renderDesk('/loans/cover?cover=past');
    const table = await screen.findByRole('region', { name: 'Cover' }, PATIENCE);
    await screen.findByText(/Collateral is known for 1 of/, {}, PATIENCE);
    expect(screen.queryByText('No matching open loans')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    release();
    expect(await within(table).findByText('Past the limit', {}, PATIENCE)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Export' }, PATIENCE)).toBeVisible();
  });

  test('calls no collateral unrecorded before it is loaded', async () => {
    const release = hold(desk, /^\/desk\/collateral$/);
    await renderDesk('/loans/cover');
    await waitFor(() => expect(rowsShown().length).toBeGreaterThan(5), PATIENCE);
    await screen.findByText(/^All \d+ open loans/, {}, PATIENCE);
    expect(screen.queryByText('Record by hand')).toBeNull();
    expect(screen.queryByText(/Collateral is known for/)).toBeNull();
    release();
    expect(await screen.findByText(/Collateral is known for 0 of/, {}, PATIENCE)).toBeVisible();
    expect(screen.getAllByText('Record by hand')[0]).toBeVisible();
  });

  test('shows its rows while a price takes long to load', async () => {
    await record(loans.find(({ currency }) => currency === 'NGN') as ListedLoan, 4);
    const release = hold(desk, /\/v1\/api\/token\//);
    await renderDesk('/loans/cover');
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent(/[A-Z]{3}/), PATIENCE);
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    release();
    expect(await screen.findByText('Within the limit', {}, PATIENCE)).toBeVisible();
  });

  test('says that collateral could not be loaded, and Retry loads it', async () => {
    const mend = desk.fault(/^\/desk\/collateral$/, refuse);
    const user = await renderDesk('/loans/cover');
    expect(
      await screen.findByText('The collateral could not be loaded.', { selector: 'p' }, PATIENCE),
    ).toBeVisible();
    await waitFor(() => expect(rowsShown().length).toBeGreaterThan(5), PATIENCE);
    expect(screen.queryByText('Record by hand')).toBeNull();
    expect(screen.queryByText(/Collateral is known for/)).toBeNull();
    mend();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/Collateral is known for 0 of/, {}, PATIENCE)).toBeVisible();
  });

  test('says that terms could not be loaded, and not that they set no limit', async () => {
    await record(loans.find(({ currency }) => currency === 'NGN') as ListedLoan, 4);
    desk.fault(/loan-configuration/, refuse);
    await renderDesk('/loans/cover');
    expect(
      await screen.findByText('The terms could not be loaded.', { selector: 'p' }, PATIENCE),
    ).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('25.00%')[0]).toBeVisible(), PATIENCE);
    expect(screen.queryByText('The terms set no limit.')).toBeNull();
  });

  test('counts as open loans only those, while others are missing', async () => {
    desk.fault(/loans\?page=2/, refuse);
    await renderDesk('/loans/cover');
    await screen.findByText('PARTIAL', {}, PATIENCE);
    expect(screen.getAllByText(/100 of 137 loans/)[0]).toBeVisible();
    expect(screen.queryByText(/of 137 open loans/)).toBeNull();
  });

  test('is in the order of the borrowers’ names, even if these come later', async () => {
    const release = hold(desk, /\/v1\/api\/member\?/);
    await renderDesk('/loans/cover?sort=borrower');
    await waitFor(() => expect(rowsShown().length).toBeGreaterThan(5), PATIENCE);
    const names = () => rowsShown().map((row) => row.querySelector('a')?.textContent ?? '');
    expect(names()[0]).toMatch(/^[0-9a-f]{6}/);
    release();
    await waitFor(() => expect(names()[0]).toMatch(/^[A-Z][a-z]+ /), PATIENCE);
    await waitFor(() => expect(names()).toEqual(names().toSorted((a, b) => a.localeCompare(b))), PATIENCE);
  });
});

describe('the prices of many tokens', () => {
  const one = /^GET \/v1\/api\/token\/(?!search)/;
  /** Records collateral of 21 loans, each of another token. */
  const recordMany = async () => {
    const { rows } = await desk.gateway.service.database.pool.query(
      `select distinct on (t.id) t.id, t.name, t.currency, round((price->>'sell')::numeric * 100)::int as cents
       from service.token t where organisation_id = $1 and not exited and not cancelled`,
      [lending.organisationId],
    );
    const pledged = loans.slice(0, 21).map((loan, nth) => ({
      loan,
      token: rows.filter(({ currency }) => currency === loan.currency)[nth],
    }));
    for (const { loan, token } of pledged) await record(loan, 4, token);
    return pledged.map(({ token }) => token.id as string);
  };
  const withinLimit = () => screen.queryAllByText('Within the limit').length;

  test('are read by pages, where that takes fewer requests than one by one', async () => {
    await recordMany();
    desk.asked();
    await renderDesk('/loans/cover');
    await waitFor(() => expect(withinLimit()).toBe(21), PATIENCE);
    const asked = desk.asked();
    expect(asked.filter((request) => one.test(request))).toEqual([]);
    expect(asked.filter((request) => request.includes('/v1/api/token/search'))).toHaveLength(3);
  });

  test('include those that the list of tokens does not have', async () => {
    const [gone] = await recordMany();
    desk.fault(/token\/search/, async (_request, pass) => {
      const body = await (await pass()).json();
      body.data.tokens = body.data.tokens.filter(({ _id }: { _id: string }) => _id !== gone);
      return Response.json(body);
    });
    desk.asked();
    await renderDesk('/loans/cover');
    await waitFor(() => expect(withinLimit()).toBe(21), PATIENCE);
    expect(desk.asked().filter((request) => one.test(request))).toEqual([`GET /v1/api/token/${gone}`]);
  });

  test('are said to be missing if their list can’t be loaded, and Retry loads them', async () => {
    await recordMany();
    const mend = desk.fault(/token\/search/, refuse);
    const user = await renderDesk('/loans/cover');
    expect(
      await screen.findByText('The current prices could not be loaded.', { selector: 'p' }, PATIENCE),
    ).toBeVisible();
    expect(withinLimit()).toBe(0);
    mend();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(withinLimit()).toBe(21), PATIENCE);
  });
});

test('Refresh brings the newest prices, too', async () => {
  const [token] = lending.tokens;
  const sql = (text: string, ...values: unknown[]) =>
    desk.gateway.service.database.pool.query(text, [token?.id, ...values]);
  await record(loans.find(({ currency }) => currency === 'NGN') as ListedLoan, 4);
  const { rows: before } = await sql('select price from service.token where id = $1');
  const user = await renderDesk('/loans/cover');
  await screen.findByText('Within the limit', {}, PATIENCE);
  onTestFinished(
    async () => void (await sql('update service.token set price = $2 where id = $1', before[0].price)),
  );
  await sql('update service.token set price = $2 where id = $1', { ...before[0].price, sell: 0.01 });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Past the limit', {}, PATIENCE)).toBeVisible();
});

describe('the cover on the overview', () => {
  const panel = () => screen.findByRole('region', { name: 'Cover (NGN)' }, PATIENCE);

  beforeEach(async () => await record(loans.find(({ currency }) => currency === 'NGN') as ListedLoan, 4));

  test('says among how many loans none is past the limit', async () => {
    await renderDesk('/?currency=NGN');
    const said = 'No loan past the LTV limit among the 1 that can be judged.';
    expect(await within(await panel()).findByText(said, {}, PATIENCE)).toBeVisible();
  });

  test('does not say that no loan is past the limit where none can be judged', async () => {
    desk.fault(/\/v1\/api\/token\//, refuse);
    await renderDesk('/?currency=NGN');
    const said = 'No loan can be judged by the LTV limit.';
    expect(await within(await panel()).findByText(said, {}, PATIENCE)).toBeVisible();
  });

  test('says that the terms could not be loaded, not the collateral', async () => {
    desk.fault(/loan-configuration/, refuse);
    await renderDesk('/?currency=NGN');
    expect(
      await within(await panel()).findByText(/^The terms could not be loaded\. /, {}, PATIENCE),
    ).toBeVisible();
  });
});
